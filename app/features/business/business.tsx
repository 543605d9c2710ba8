import './business.css';
import { useQuery } from '@tanstack/react-query';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ClosedDays } from './closed-days.tsx';
import { type Facts, fieldWords, type Settings } from './draft.ts';
import { AreaFields, ContactFields, PolicyFields, ZoneFields } from './fact-fields.tsx';
import { Outside, OutsideNotice } from './outside.tsx';
import { settingsQuery } from './queries.ts';
import { useDraft } from './use-draft.ts';
import { WeekFields } from './week-fields.tsx';

/** What the business says about itself, and when and where it visits. */
export default function Business({ shown }: { shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...settingsQuery(), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="12rem" label="Reading the settings" />
    );
  return <BusinessForm settings={data} shown={shown} />;
}

function BusinessForm({ settings, shown }: { settings: Settings; shown: boolean }) {
  const online = useOnline();
  const draft = useDraft(settings, shown);
  const { facts, change, problems, isChanged, meanwhile } = draft;
  const parts = { facts, change, problems };
  return (
    <Form className="stack roomy business-form" onSubmit={draft.save}>
      {settings.differing.length > 0 && (
        <Note>
          {`The server’s environment says something else for ${settings.differing.join(', ')}. These settings hold.`}
        </Note>
      )}
      {meanwhile.length > 0 && (
        <Meanwhile fields={meanwhile} facts={settings} onKeep={draft.keepMine} onTake={draft.takeTheirs} />
      )}
      <ContactFields {...parts} tel={facts.phone === settings.phone ? settings.tel : null} />
      <ZoneFields {...parts} isFixed={settings.isFixed} />
      <WeekFields {...parts} />
      <ClosedDays {...parts} />
      <AreaFields {...parts} />
      <Outside draft={draft.preview} published={settings.outside} />
      <PolicyFields {...parts} />
      <div className="business-save">
        <OutsideNotice draft={draft.preview} />
        <OfflineNote kept="What you changed stays here." />
        {draft.failure && (
          <p role="alert" className="form-notice">
            {draft.failure}
          </p>
        )}
        <div className="row wrap">
          <Button
            type="submit"
            kind="accent"
            busy={draft.isSaving}
            off={!online || !isChanged || meanwhile.length > 0}
          >
            {draft.isSaving ? 'Publishing…' : 'Publish'}
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={draft.takeTheirs}>
              Discard Changes
            </Button>
          )}
        </div>
      </div>
    </Form>
  );
}

/** Another owner's change, before one's own is published over it. */
function Meanwhile({
  fields,
  facts,
  onKeep,
  onTake,
}: {
  fields: readonly (keyof Facts)[];
  facts: Facts;
  onKeep: () => void;
  onTake: () => void;
}) {
  const shown = (field: keyof Facts) => {
    const value = facts[field];
    return typeof value === 'string' && value.length <= 80
      ? oneText`${fieldWords[field]}: ${value || 'nothing'}`
      : fieldWords[field];
  };
  return (
    <Card className="stack" role="alert" aria-labelledby="business-meanwhile">
      <h2 id="business-meanwhile">Somebody else has changed these settings</h2>
      <ul>
        {fields.map((field) => (
          <li key={field}>{shown(field)}</li>
        ))}
      </ul>
      <div className="row wrap">
        <Button size="small" onClick={onKeep}>
          Keep My Changes
        </Button>
        <Button size="small" kind="quiet" onClick={onTake}>
          Take Theirs
        </Button>
      </div>
    </Card>
  );
}
