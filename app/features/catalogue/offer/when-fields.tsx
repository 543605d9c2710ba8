import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import { useDay } from '../../../lib/time/day.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import type { ServiceFields, When } from './service-fields.ts';

const options = [
  { value: 'now', label: 'At once' },
  { value: 'day', label: 'On a day' },
  { value: 'draft', label: 'Not yet: keep a draft' },
];

/** The day on which the change is published, in words; '' without one. */
export const dayOf = ({ when, publishOn }: Pick<ServiceFields, 'when' | 'publishOn'>): string =>
  when === 'day' && publishOn ? dayWords(publishOn) : '';

/** The name of the button that saves. @param kind 'Service' or 'Category' */
export const whenAction = ({ when, draft }: Pick<ServiceFields, 'when' | 'draft'>, kind: string): string => {
  if (when === 'day') return 'Publish on That Day';
  if (when === 'draft') return 'Keep Draft';
  return draft === null ? `Save ${kind}` : 'Publish Now';
};

interface Props {
  kind: 'service' | 'category';
  /** The published service or category; `null` if it is new. */
  published: object | null;
  /** The draft that is edited; `null`: the thing as it is published. */
  draft: { problem: string; publishOn: string | null } | null;
  /** Its draft, edited or not. */
  waiting: { publishOn: string | null } | null;
  /** The number of other changes with which the draft is published as one. */
  companions: number;
  fields: Pick<ServiceFields, 'when' | 'publishOn'>;
  problems: { publishOn?: string };
  change: (given: Partial<Pick<ServiceFields, 'when' | 'publishOn'>>) => void;
}

/**
 * When customers see the change. What has a draft that waits is changed at once; its draft is edited by itself, and
 * keeps its day if it is published together with others.
 */
export function WhenFields(props: Props) {
  const { kind, published, draft, waiting, companions, fields, problems, change } = props;
  const today = useDay(useZone());
  if (published && !draft && waiting)
    return (
      <p className="notice">
        {oneText`Another change of this ${kind} waits ${waiting.publishOn ? `until ${dayWords(waiting.publishOn)}` : 'as a draft'}. It stands above the list, and saving here leaves it as it is.`}
      </p>
    );
  return (
    <>
      {draft?.problem && (
        <p className="notice warning" role="alert">
          {oneText`It could not be published on its day: ${draft.problem}`}
        </p>
      )}
      {draft && companions > 0 ? (
        <p className="notice">{togetherWords(companions, draft.publishOn)}</p>
      ) : (
        <SelectField
          label="Customers see it"
          name="when"
          options={options}
          value={fields.when}
          onChange={(event) => change({ when: event.target.value as When })}
        />
      )}
      {fields.when === 'day' && companions === 0 && (
        <TextField
          label="From"
          name="publishOn"
          type="date"
          min={daysLater(today, 1)}
          hint="From the first minute of that day, where the business is"
          value={fields.publishOn}
          onChange={(event) => change({ publishOn: event.target.value })}
          error={problems.publishOn}
        />
      )}
    </>
  );
}

const togetherWords = (companions: number, publishOn: string | null): string =>
  oneText`Published together with ${companions === 1 ? 'another change' : `${companions} other changes`}${publishOn ? ` on ${dayWords(publishOn)}` : ', without a day yet'}. Their day is changed above the list.`;
