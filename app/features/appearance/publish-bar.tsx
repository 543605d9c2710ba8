import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OfflineNote } from '../../ui/note.tsx';
import type { AppearanceDraft } from './use-draft.ts';

/** Publishes or discards a draft, at the foot of its form. */
export function PublishBar<T extends object>({ draft, off }: { draft: AppearanceDraft<T>; off?: boolean }) {
  const { isChanged, meanwhile, isSaving, online, failure, takeTheirs } = draft;
  return (
    <div className="appearance-save">
      <OfflineNote kept="What you changed stays here." />
      {failure && (
        <p role="alert" className="form-notice">
          {failure}
        </p>
      )}
      <div className="row wrap">
        <Button
          type="submit"
          kind="accent"
          busy={isSaving}
          off={!online || !isChanged || meanwhile.length > 0 || Boolean(off)}
        >
          {isSaving ? 'Publishing…' : 'Publish'}
        </Button>
        {isChanged && (
          <Button kind="quiet" onClick={takeTheirs}>
            Discard Changes
          </Button>
        )}
      </div>
    </div>
  );
}

/** Another owner's change, before one's own is published over it. */
export function Meanwhile<T extends object>({
  draft,
  words,
}: {
  draft: AppearanceDraft<T>;
  words: Record<keyof T & string, string>;
}) {
  if (draft.meanwhile.length === 0) return null;
  return (
    <Card className="stack" role="alert" aria-labelledby="appearance-meanwhile">
      <h2 id="appearance-meanwhile">Somebody else has changed these settings</h2>
      <ul>
        {draft.meanwhile.map((name) => (
          <li key={name}>{words[name]}</li>
        ))}
      </ul>
      <div className="row wrap">
        <Button size="small" onClick={draft.keepMine}>
          Keep My Changes
        </Button>
        <Button size="small" kind="quiet" onClick={draft.takeTheirs}>
          Take Theirs
        </Button>
      </div>
    </Card>
  );
}
