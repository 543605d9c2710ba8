import './appearance.css';
import { useQuery } from '@tanstack/react-query';
import {
  isClaim,
  isItemClaim,
  type TextListName,
  type TextName,
  textField,
  textLists,
  withoutClaims,
} from '../../../api/contract/rules/look/texts.ts';
import type { TextSettings, TextsView } from '../../../api/contract/schemas/settings/appearance.ts';
import { keyOf } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { useBusinessName } from '../../lib/session.ts';
import { textWords } from '../../shared/business/text-words.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Meanwhile, PublishBar } from './publish-bar.tsx';
import { textSettingsQuery } from './queries.ts';
import { textGroups } from './text-groups.ts';
import { claimHint, type Item, TextItems } from './text-items.tsx';
import { TextPreview } from './text-preview.tsx';
import { type AppearanceDraft, useDraft } from './use-draft.ts';

/** Every text of the landing page. */
export default function Texts({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...textSettingsQuery(), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="12rem" label="Reading the texts" />
    );
  return <TextsForm settings={data} />;
}

function TextsForm({ settings }: { settings: TextSettings }) {
  const name = useBusinessName();
  const draft = useDraft<TextsView>({
    published: { version: settings.version, values: settings.texts },
    publish: (version, texts) => teamCall('saveTexts', { body: { version, texts } }),
    settings: textSettingsQuery().queryKey,
    others: [keyOf('readTexts')],
  });
  const claims = countClaims(draft.values);
  const isFirst = JSON.stringify(draft.values) === JSON.stringify(settings.first);
  return (
    <Form className="stack roomy appearance-form" onSubmit={draft.save}>
      <Meanwhile draft={draft} words={textWords} />
      <TextPreview texts={draft.values} name={name} />
      {textGroups.map(({ id, title, hint, names }) => (
        <Card key={id} className="stack" aria-labelledby={`texts-${id}`}>
          <h2 id={`texts-${id}`}>{title}</h2>
          {hint && <p className="muted">{hint}</p>}
          {names.map((one) => (
            <OneText key={one} name={one} draft={draft} />
          ))}
        </Card>
      ))}
      <div className="row wrap">
        {claims > 0 && (
          <Button
            size="small"
            kind="quiet"
            onClick={() => draft.change(withoutClaims(draft.values) as TextsView)}
          >
            {oneText`Remove All Claims (${claims})`}
          </Button>
        )}
        {!isFirst && (
          <Button size="small" kind="quiet" onClick={() => draft.change(settings.first)}>
            Begin Again With The First Texts
          </Button>
        )}
      </div>
      <PublishBar draft={draft} />
    </Form>
  );
}

/** The texts and items that state or promise what no reader can check. */
const countClaims = (texts: TextsView): number =>
  Object.entries(texts)
    .map(([name, value]) =>
      typeof value === 'string'
        ? Number(isClaim(value))
        : value.filter((item) => isItemClaim(name as TextListName, item)).length,
    )
    .reduce((sum, n) => sum + n, 0);

const isList = (name: TextName | TextListName): name is TextListName => name in textLists;

function OneText({ name, draft }: { name: TextName | TextListName; draft: AppearanceDraft<TextsView> }) {
  const { values, change, problem } = draft;
  const value = values[name];
  if (isList(name))
    return (
      <TextItems
        name={name}
        items={value as unknown as Item[]}
        problem={problem}
        onChange={(items) => change({ [name]: items })}
      />
    );
  const { most, lines, optional } = textField(name);
  const field = {
    label: optional ? `${textWords[name]} (optional)` : textWords[name],
    name,
    dir: 'auto',
    maxLength: most,
    value: String(value),
    error: problem(name),
    ...(isClaim(String(value)) && { hint: claimHint }),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  } as const;
  return lines || most > 120 ? (
    <TextAreaField rows={most > 500 ? 6 : lines || most > 200 ? 3 : 2} {...field} />
  ) : (
    <TextField {...field} />
  );
}
