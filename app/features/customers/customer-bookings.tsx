import '../../ui/lists/ruled.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { rowsOf } from '../../lib/cache/pages.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate, formatExact } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { BookedIcon } from '../../shared/services/booked-icon.tsx';
import { More } from '../../ui/lists/more.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { bookingsOfQuery } from './queries.ts';

/** All bookings of this person, the newest first. */
export function CustomerBookings({ customer, shown }: { customer: Customer; shown: boolean }) {
  const list = useInfiniteQuery({ ...bookingsOfQuery(customer.id), enabled: shown });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton cards={4} height="4.75rem" label="Reading the bookings" />
    );
  const bookings = rowsOf(list.data);
  if (!bookings.length)
    return (
      <EmptyState
        drawing="calendar"
        title="No bookings yet"
        text="What this customer books stands here from then on."
      />
    );
  return (
    <>
      <ul className="ruled people-list">
        {bookings.map((booking) => (
          <li key={booking.id} data-row>
            <BookingRow booking={booking} />
          </li>
        ))}
      </ul>
      <More list={list} label="Show earlier bookings" />
    </>
  );
}

function BookingRow({ booking }: { booking: Booking }) {
  const zone = useZone();
  const { service, scheduledDate, createdAt } = booking;
  return (
    <Link className="person" to={hrefs.adminBooking(booking.id)}>
      <BookedIcon service={service} />
      <span className="person-who">
        <span className="person-name">{service.name}</span>
        <span className="muted" title={formatExact(scheduledDate ?? createdAt, zone)}>
          {visitTime(booking, zone)}
        </span>
        <span className="muted">
          {oneText`#${booking.id.slice(0, 8)}, created ${formatDate(createdAt, zone)}`}
        </span>
      </span>
      <span className="person-marks">
        <StatusBadge status={booking.status} />
      </span>
    </Link>
  );
}
