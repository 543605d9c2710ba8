import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminBooking } from '../../../../api/contract/calls/admin-booking-calls.ts';
import { isolated } from '../../../../api/contract/rules/visible-text.ts';
import { keyOf } from '../../../lib/api.ts';
import { useUser } from '../../../lib/session.ts';
import { draftNote } from '../../../pwa/storage/drafts.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { bookingsAreOld, failureText } from '../queries.ts';
import { nameOf } from '../words.ts';
import { contactKeyFor, forgetContact, keepContactText, useContactText } from './contact-drafts.ts';
import { MessageForm } from './message-form.tsx';

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
  return (
    <Sheet open={open} title="Contact Customer" onClose={onClose}>
      <MessageForm
        text={text}
        onText={(draft) => keepContactText(userId, id, draft)}
        hint="It appears in the booking’s messages, and goes by mail and notification if the customer wishes."
        kept={draftNote() || undefined}
        send={useContact(booking, userId, onClose)}
        onClose={onClose}
      >
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
      </MessageForm>
    </Sheet>
  );
}
