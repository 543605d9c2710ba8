import '../page/list-pane.css';
import '../page/rail.css';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BookingsDesk } from '../../features/admin-bookings/bookings-desk.tsx';
import QueuedMarks from '../../features/bookings/change/queued-mark.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';

/** The booking named by the address. */
const bookingIn = (pathname: string): string | undefined =>
  new RegExp(`^${hrefs.adminBooking('')}([^/]+)/?$`).exec(pathname)?.[1];

/**
 * The list of all bookings beside the outlet that shows one of them, on a wide screen; the address keeps the filter.
 */
export default function AdminBookingsPane() {
  const { user } = useUser();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const selectedId = bookingIn(pathname);
  const inFront = selectedId !== undefined;
  // The address belongs to another page while that is in front.
  const [ownSearch, setOwnSearch] = useState(search);
  if (inFront && ownSearch !== search) setOwnSearch(search);
  if (!may(user, 'bookings.read')) return null;
  return (
    <section className="list-pane" aria-label="All bookings" hidden={!inFront}>
      <div className="list-pane-body">
        <BookingsDesk
          title="Bookings"
          shown={inFront}
          search={ownSearch}
          onSearch={(next) => inFront && navigate(pathname + next, { replace: true })}
          selectedId={selectedId}
          Marks={QueuedMarks}
        />
      </div>
    </section>
  );
}
