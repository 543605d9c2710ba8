import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { AnyBooking } from '../../features/admin-bookings/any-booking.tsx';
import { filterOf } from '../../features/admin-bookings/filter.ts';
import { anyBookingQuery, bookingsAreOld } from '../../features/admin-bookings/queries.ts';
import { NotesCard } from '../../features/bookings/detail/notes-card.tsx';
import { Timeline } from '../../features/bookings/detail/timeline.tsx';
import { Composer } from '../../features/messages/composer.tsx';
import { threadQuery } from '../../features/messages/queries.ts';
import { Thread } from '../../features/messages/thread.tsx';
import { ChargesCard } from '../../features/team-refunds/charges-card.tsx';
import { GiveHours } from '../../features/team-refunds/give-hours.tsx';
import { AssignCard } from '../../features/workers/assign.tsx';
import { isMissing } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { searchOf } from '../../lib/search.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { useQueuedMessages } from '../../pwa/unsent/outbox.ts';
import { May } from '../../shared/may.tsx';
import { Card } from '../../ui/card.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

/** A booking for the team, and its thread with the team's own messages on the right. */
export default function AdminBookingPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  // Ionic gives a page that was left the address of the one in front.
  const [cameToWrite] = useState(hash === '#messages');
  const { user } = useUser();
  const zone = useZone();
  const client = useQueryClient();
  const query = useOwnQuery(hrefs.adminBooking(id));
  const shown = useShown();
  const wide = useWide();
  const { data, error } = useQuery({ ...anyBookingQuery(id), enabled: false });
  const unsent = useQueuedMessages(id).length > 0;
  const missing = isMissing(error);
  const mayWrite = may(user, 'bookings.message');
  const refresh = () => Promise.all([bookingsAreOld(client), client.invalidateQueries(threadQuery(id))]);
  return (
    <AdminPage
      at={hrefs.admin}
      key={id}
      detail
      title={data?.service.name ?? 'Booking'}
      {...(!wide && { back: hrefs.admin + searchOf(filterOf(query)) })}
      refresh={refresh}
      footer={
        mayWrite &&
        user &&
        data &&
        !missing && <Composer bookingId={id} userId={user.id} to="the customer" takeFocus={cameToWrite} />
      }
    >
      <AnyBooking
        id={id}
        shown={shown}
        action={({ customer }) => (
          <May do="customers.change">
            <GiveHours customer={{ id: customer.id, name: customer.name || customer.email }} />
          </May>
        )}
        who={(booking) => <AssignCard bookingId={booking.id} shown={shown} />}
        more={(booking) => (
          <>
            {booking.charges && <ChargesCard charges={booking.charges} />}
            {(booking.notes || booking.answers) && <NotesCard booking={booking} tels={booking.tels} />}
            <Card>
              <h2>Timeline</h2>
              <Timeline booking={booking} zone={zone} reader="team" />
            </Card>
          </>
        )}
      />
      {/* If the booking cannot be read, only its unsent messages are shown. */}
      {(unsent || (!missing && (data || !error))) && (
        <Thread bookingId={id} shown={shown} waits={!data && !error} startAtEnd={cameToWrite} side="team" />
      )}
    </AdminPage>
  );
}
