import { useQueryClient } from '@tanstack/react-query';
import { timeOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useReplyTime } from '../../../lib/session.ts';
import { UnlessLeaving } from '../../../shared/unless-leaving.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { customServiceId, requestCustomService } from '../form/book.ts';
import { BookingStep } from '../form/booking-step.tsx';
import { forgetDraft } from '../form/drafts.ts';
import { keepBooking } from '../queries.ts';
import { RequestForm } from './request-form.tsx';

/** The dialog of the custom service request (spec §2), up to the promise at its end. */
export default function RequestSheet({
  user,
  serviceName,
  serviceId = customServiceId,
  open,
  onClose,
  onView,
}: {
  user: User | null;
  serviceName: string;
  /** A service of the catalogue, whose form is kept apart from the others. */
  serviceId?: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Leads to the booking made from the request. */
  onView: (booking: Booking) => void;
}) {
  const client = useQueryClient();
  const soon = useReplyTime();
  const promise = soon ? oneText`The team replies${soon}.` : 'The team replies to you.';
  const [sent, setSent] = useState<Booking | null>(null);
  return (
    <Sheet open={open} title="Request Custom Service" onClose={onClose}>
      {sent ? (
        <BookingStep title="Request received" what={sent.service.name} when={sent.scheduledDate}>
          <p>{oneText`${promise} They come back with a price; nothing is booked or charged before you agree.`}</p>
          <Button kind="accent" wide onClick={() => onView(sent)}>
            View the request
          </Button>
          <Button kind="plain" wide onClick={onClose}>
            Done
          </Button>
        </BookingStep>
      ) : (
        <UnlessLeaving user={user} shown={open}>
          <p className="promise">
            <Icon src={timeOutline} size={20} />
            <span>{oneText`Tell us what you need. ${promise}`}</span>
          </p>
          <RequestForm
            user={user}
            serviceName={serviceName}
            serviceId={serviceId}
            onSubmit={async (fields) => {
              const booking = await requestCustomService(fields, serviceId);
              forgetDraft('custom_quote', serviceId);
              keepBooking(client, booking);
              toast({ title: 'Custom Service Request Submitted', description: promise, low: true });
              setSent(booking);
            }}
          />
        </UnlessLeaving>
      )}
    </Sheet>
  );
}
