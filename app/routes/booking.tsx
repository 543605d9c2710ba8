import { useParams } from 'react-router-dom';
import { Composer } from '../features/messages/composer.tsx';
import { Thread } from '../features/messages/thread.tsx';
import { useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

export default function BookingPage() {
  const { id = '' } = useParams();
  const { user } = useUser();
  const shown = useShown();
  if (!user) return null;
  return (
    <Page
      key={id}
      title="Booking"
      back={hrefs.bookings}
      footer={<Composer key={id} bookingId={id} userId={user.id} />}
    >
      <Thread bookingId={id} shown={shown} />
    </Page>
  );
}
