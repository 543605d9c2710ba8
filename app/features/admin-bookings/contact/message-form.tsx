import { type ReactNode, useState } from 'react';
import { messageLimit } from '../../../../api/contract/rules/message-terms.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Note, OfflineNote } from '../../../ui/note.tsx';
import { failureText } from '../queries.ts';

interface MessageFormProps {
  text: string;
  onText: (text: string) => void;
  /** Where the message goes. */
  hint: string;
  /** What becomes of the text without a network. */
  kept?: string | undefined;
  /** The mutation that sends the message, without spaces around it. */
  send: { isPending: boolean; error: Error | null; mutate: (message: string) => void };
  onClose: () => void;
  /** To whom it goes, before the field. */
  children?: ReactNode;
}

/** The form of a message by the team, in a sheet: to a booking's customer, or to those of several bookings. */
export function MessageForm({
  text,
  onText,
  hint,
  kept = 'What you write stays here.',
  send,
  onClose,
  children,
}: MessageFormProps) {
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const message = text.trim();
    if (send.isPending) return;
    if (message) send.mutate(message);
    else setProblem('Please write a message');
  };
  return (
    <Form className="stack roomy" onSubmit={submit} kept>
      {children}
      <TextAreaField
        label="Message"
        rows={4}
        maxLength={messageLimit}
        placeholder="Type your message..."
        hint={hint}
        error={problem}
        value={text}
        onChange={(event) => {
          setProblem(undefined);
          onText(event.target.value);
        }}
      />
      <OfflineNote kept={kept} />
      {send.error && (
        <Note kind="bad" role="alert">
          {failureText(send.error)}
        </Note>
      )}
      <div className="sheet-actions">
        <Button type="submit" wide busy={send.isPending}>
          {send.isPending ? 'Sending…' : 'Send Message'}
        </Button>
        <Button kind="quiet" wide onClick={onClose}>
          Not Now
        </Button>
      </div>
    </Form>
  );
}
