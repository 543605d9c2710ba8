import type { ReactNode } from 'react';
import { unbroken } from '../../lib/one-text.ts';
import { draftNote } from '../../pwa/storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import type { SheetFormState } from './use-sheet-form.ts';

/**
 * The frame of a sheet that refunds or gives something: the fields, the reason, the effects above the button, what
 * failed, and the actions.
 */
export function SheetForm({
  state: { fields, problems, send, online, change, submit, onClose },
  head,
  blocked,
  reasonLimit,
  effects,
  beforeEffects,
  failureText,
  sendText,
  children,
}: {
  state: SheetFormState;
  head: ReactNode;
  /** Why nothing can be sent; the form then has no fields. */
  blocked?: string | null;
  reasonLimit: number;
  /** A line each; none before enough is entered. */
  effects: readonly string[];
  beforeEffects: ReactNode;
  failureText: (error: Error) => string;
  /** The words of the button, and those while it is under way. */
  sendText: readonly [idle: string, underWay: string];
  children: ReactNode;
}) {
  return (
    <Form className="stack roomy" onSubmit={submit} kept>
      {head}
      {blocked ? (
        <Note>{blocked}</Note>
      ) : (
        <>
          {children}
          <TextAreaField
            label="Reason"
            name="reason"
            rows={3}
            maxLength={reasonLimit}
            hint="The customer reads it"
            value={fields.reason}
            onChange={(event) => change({ reason: event.target.value })}
            error={problems.reason}
          />
          <div className="effects" role="status">
            {effects.length ? effects.map((line) => <p key={line}>{unbroken(line)}</p>) : beforeEffects}
          </div>
        </>
      )}
      <OfflineNote kept={draftNote() || 'What you typed stays here.'} />
      {send.error && Object.keys(problems).length === 0 && (
        <Note kind="bad" role="alert">
          {failureText(send.error)}
        </Note>
      )}
      <div className="sheet-actions">
        {!blocked && (
          <Button type="submit" wide busy={send.isPending} off={!online}>
            {sendText[send.isPending ? 1 : 0]}
          </Button>
        )}
        <Button kind="quiet" wide onClick={onClose}>
          {blocked ? 'Close' : 'Not Now'}
        </Button>
      </div>
    </Form>
  );
}
