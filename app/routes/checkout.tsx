import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { forgetAttempt, forgetDraft } from '../features/booking/drafts.ts';
import { OneTimeDetails } from '../features/booking/one-time-details.tsx';
import { bookingsQuery, keepBooking } from '../features/booking/queries.ts';
import { Checkout } from '../features/checkout/checkout.tsx';
import { useHandover } from '../features/checkout/handover.ts';
import { useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

export default function CheckoutPage() {
  const { serviceId = '' } = useParams();
  const { user } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useShown();
  const handover = useHandover(serviceId);
  const toBookings = useCallback(() => navigate(hrefs.bookings, { replace: true }), [navigate]);
  if (!user) return null;
  return (
    <Page title="Checkout" back={hrefs.services}>
      <Checkout
        key={`${serviceId} ${handover?.attempt ?? 0}`}
        serviceId={serviceId}
        shown={shown}
        handover={handover}
        askDetails={({ service, known, onReady }) => (
          <OneTimeDetails service={service} user={user} known={known} onReady={onReady} />
        )}
        onBooked={(booking) => {
          keepBooking(client, booking);
          forgetDraft('one_time', serviceId);
        }}
        onUnbooked={() => void client.invalidateQueries(bookingsQuery())}
        onUnusable={() => forgetAttempt('one_time', serviceId)}
        onDone={toBookings}
      />
    </Page>
  );
}
