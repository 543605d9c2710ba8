import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { BookingDetail } from '../features/booking/booking-detail.tsx';
import { bookingQuery, useBooking } from '../features/booking/queries.ts';
import { Composer } from '../features/messages/composer.tsx';
import { threadQuery } from '../features/messages/queries.ts';
import { Thread } from '../features/messages/thread.tsx';
import { useUser } from '../lib/session.ts';
import { useOutbox } from '../pwa/outbox/outbox.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

export default function BookingPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  const { missing } = useBooking(id, shown);
  const unsent = useOutbox(id).length > 0;
  if (!user) return null;
  const refresh = () =>
    Promise.all([client.invalidateQueries(bookingQuery(id)), client.invalidateQueries(threadQuery(id))]);
  return (
    <Page
      key={id}
      title="Booking"
      back={hrefs.bookings}
      refresh={refresh}
      footer={!missing && <Composer bookingId={id} userId={user.id} />}
    >
      <BookingDetail id={id} shown={shown} />
      {/* A booking that is gone still shows what its person wrote and could not send. */}
      {(!missing || unsent) && <Thread bookingId={id} shown={shown} startAtEnd={hash === '#messages'} />}
    </Page>
  );
}
