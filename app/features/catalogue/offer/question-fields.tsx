import { addOutline, arrowDownOutline, arrowUpOutline, trashOutline } from 'ionicons/icons';
import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import { oneText } from '../../../lib/one-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { moved } from './order.ts';
import type { QuestionProblems, QuestionTyped } from './service-fields.ts';

const kinds = [
  { value: 'text', label: 'A text' },
  { value: 'number', label: 'A number' },
  { value: 'choice', label: 'One of some answers' },
  { value: 'photo', label: 'A photo' },
];
const { most, length } = offerLimits.questions;

/** What customers are asked when they book the service: up to ten questions, in their order. */
export function QuestionFields({
  questions,
  errors,
  onChange,
}: {
  questions: readonly QuestionTyped[];
  /** The errors of each question, by its place. */
  errors: QuestionProblems;
  onChange: (questions: QuestionTyped[]) => void;
}) {
  const change = (at: number, given: Partial<QuestionTyped>) =>
    onChange(questions.map((one, n) => (n === at ? { ...one, ...given } : one)));
  return (
    <fieldset className="offer-questions">
      <legend>What customers are asked</legend>
      {questions.map((one, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other name while it is typed
          key={at}
          className="offer-question"
        >
          <TextField
            label={oneText`Question ${at + 1}`}
            maxLength={length}
            autoComplete="off"
            value={one.question}
            onChange={(event) => change(at, { question: event.target.value })}
            error={errors[at]?.question}
          />
          <SelectField
            label="Answered with"
            options={kinds}
            value={one.kind}
            onChange={(event) => change(at, { kind: event.target.value as QuestionTyped['kind'] })}
          />
          {one.kind === 'choice' && (
            <TextAreaField
              label="Answers to choose from"
              hint="One in each line"
              rows={3}
              value={one.options}
              error={errors[at]?.options}
              onChange={(event) => change(at, { options: event.target.value })}
            />
          )}
          <div className="row wrap">
            <label className="offer-check grow">
              <input
                type="checkbox"
                checked={one.isRequired}
                onChange={(event) => change(at, { isRequired: event.target.checked })}
              />
              <span>Must be answered</span>
            </label>
            <IconAct
              label={oneText`Move question ${at + 1} up`}
              icon={arrowUpOutline}
              disabled={at === 0}
              onClick={() => onChange(moved(questions, at, at - 1))}
            />
            <IconAct
              label={oneText`Move question ${at + 1} down`}
              icon={arrowDownOutline}
              disabled={at === questions.length - 1}
              onClick={() => onChange(moved(questions, at, at + 1))}
            />
            <IconAct
              label={oneText`Remove question ${at + 1}`}
              icon={trashOutline}
              onClick={() => onChange(questions.toSpliced(at, 1))}
            />
          </div>
        </div>
      ))}
      {questions.length < most && (
        <Button
          size="small"
          kind="quiet"
          icon={addOutline}
          onClick={() =>
            onChange([...questions, { kind: 'text', question: '', options: '', isRequired: false }])
          }
        >
          Add a Question
        </Button>
      )}
    </fieldset>
  );
}

const IconAct = (props: { label: string; icon: string; disabled?: boolean; onClick: () => void }) => (
  <button
    type="button"
    className="icon-button"
    aria-label={props.label}
    disabled={props.disabled}
    onClick={props.onClick}
  >
    <Icon src={props.icon} />
  </button>
);
