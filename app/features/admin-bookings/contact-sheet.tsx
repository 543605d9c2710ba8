import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { messageLimit } from '../../../api/contract/rules/message-terms.ts';
import { isolated } from '../../../api/contract/rules/visible-text.ts';
import { keyOf } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { draftNote } from '../../pwa/storage/drafts.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { contactKeyFor, forgetContact, keepContactText, useContactText } from './contact-drafts.ts';
import { bookingsAreOld, failureText } from './queries.ts';
import { nameOf } from './words.ts';

function useContact({ id, customer }: AdminBooking, userId: string, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      teamCall('contactCustomer', {
        body: { bookingId: id, customerEmail: customer.email, message },
        idempotencyKey: contactKeyFor(userId, id, message),
      }),
    // The opening of the dialog from which the message was sent, in case the dialog was opened again before the
    // answer.
    onMutate: () => onClose,
    onSuccess: (_, message, close) => {
      forgetContact(userId, id, message);
      close();
      toast({ title: 'Message sent successfully' });
      void bookingsAreOld(client);
      void client.invalidateQueries({ queryKey: keyOf('listMessages', { id }) });
    },
    onError: (error) =>
      toast({ title: 'Failed to contact customer', description: failureText(error), style: 'destructive' }),
  });
}

/**
 * Writes to a booking's customer as the team (spec §2): into the booking's messages, and by mail if the customer
 * wishes.
 */
export default function ContactSheet({
  booking,
  open,
  onClose,
}: {
  booking: AdminBooking;
  open: boolean;
  onClose: () => void;
}) {
  const { id, customer } = booking;
  const { user } = useUser();
  const userId = user?.id ?? '';
  const text = useContactText(userId, id);
  const [problem, setProblem] = useState<string>();
  const keep = (draft: string) => {
    setProblem(undefined);
    keepContactText(userId, id, draft);
  };

  const send = useContact(booking, userId, onClose);
  const submit = () => {
    const message = text.trim();
    if (send.isPending) return;
    if (message) send.mutate(message);
    else setProblem('Please write a message');
  };

  return (
    <Sheet open={open} title="Contact Customer" onClose={onClose}>
      <Form className="stack roomy" onSubmit={submit} kept>
        <p>
          <strong>{nameOf(customer)}</strong>
          <br />
          <span className="muted">
            {[customer.name && customer.email, booking.service.name]
              .filter(Boolean)
              .map(isolated)
              .join(' · ')}
          </span>
        </p>
        <TextAreaField
          label="Message"
          rows={4}
          maxLength={messageLimit}
          placeholder="Type your message..."
          hint="It appears in the booking’s messages, and goes by mail and notification if the customer wishes."
          error={problem}
          value={text}
          onChange={(event) => keep(event.target.value)}
        />
        <OfflineNote kept={draftNote() || 'What you write stays here.'} />
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
    </Sheet>
  );
}
