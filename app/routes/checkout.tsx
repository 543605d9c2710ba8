import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { billingHistoryQuery } from '../features/billing/queries.ts';
import { OneTimeDetails } from '../features/bookings/book/one-time-details.tsx';
import { forgetAttempt, forgetDraft } from '../features/bookings/form/drafts.ts';
import { keepJustBooked } from '../features/bookings/just-booked.ts';
import { bookingsQuery, keepBooking } from '../features/bookings/queries.ts';
import { KeptForPayment } from '../features/bookings/slots/kept-for-payment.tsx';
import { forgetKept } from '../features/bookings/slots/kept-time.ts';
import { Checkout } from '../features/checkout/checkout.tsx';
import { useHandover } from '../features/checkout/checkout-handover.ts';
import { hrefs } from '../lib/hrefs.ts';
import { signIn, useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { useShown } from '../ui/ionic/use-shown.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Page } from './page/page.tsx';

export default function CheckoutPage() {
  const { serviceId = '' } = useParams();
  const { user } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useShown();
  const handover = useHandover(serviceId);
  const toBookings = useCallback(() => navigate(hrefs.bookings, { replace: true }), [navigate]);
  if (!user) return <SignInFirst />;
  return (
    <Page title="Checkout" back={hrefs.services}>
      <Checkout
        key={`${serviceId} ${handover?.attempt ?? 0}`}
        serviceId={serviceId}
        shown={shown}
        handover={handover}
        time={<KeptForPayment serviceId={serviceId} />}
        askDetails={({ service, known, onReady }) => (
          <OneTimeDetails service={service} user={user} known={known} open={shown} onReady={onReady} />
        )}
        onBooked={(booking) => {
          forgetKept();
          keepBooking(client, booking);
          keepJustBooked(booking.id);
          forgetDraft('one_time', serviceId);
          void client.invalidateQueries(billingHistoryQuery());
        }}
        onUnbooked={() => void client.invalidateQueries(bookingsQuery())}
        onUnusable={() => forgetAttempt('one_time', serviceId)}
        onCancelled={() => {
          forgetAttempt('one_time', serviceId);
          navigate(hrefs.services, { replace: true });
        }}
        onDone={toBookings}
      />
    </Page>
  );
}

/** The page for visitors (spec §2); the address's parameters have already been removed. */
function SignInFirst() {
  return (
    <Page title="Checkout" back={hrefs.services}>
      <EmptyState
        drawing="door"
        title="Please log in"
        text="Log in to pay for this service. Nothing has been charged."
        action={<Button onClick={() => signIn()}>Log In</Button>}
      />
    </Page>
  );
}
