import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDay } from '../../lib/time/dates.ts';
import { questionOf } from '../../shared/bookings/quoted.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** The latest bookings; an id is shown by its first 8 characters (spec §9). */
export function RecentBookings({
  bookings,
  markOf,
}: {
  bookings: Booking[];
  /** The mark of a booking's unsent messages and changes. */
  markOf: (bookingId: string) => ReactNode;
}) {
  const zone = useZone();
  if (!bookings.length) {
    return (
      <Card>
        <EmptyState
          drawing="calendar"
          title="No bookings yet"
          text="Schedule your first service to get started"
          action={<ButtonLink href={hrefs.services}>Book Service</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <Card className="recent">
      <ul>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={hrefs.booking(booking.id)}>
              <CategoryIcon icon={booking.service.category.icon} color={booking.service.category.color} />
              <strong>{booking.service.name}</strong>
              <StatusBadge status={booking.status} />
              <span className="muted">
                {questionOf(booking) && <b className="quote-ready">{oneText`${questionOf(booking)} · `}</b>}
                <span>{oneText`Service #${booking.id.slice(0, 8)} · ${formatDay(booking.createdAt, zone)}`}</span>
              </span>
              {markOf(booking.id)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function RecentSkeleton({ rows }: { rows: number }) {
  return (
    <Card className="recent" role="status" aria-label="Reading your bookings">
      <ul aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
          <li key={row} className="recent-row">
            <span className="skeleton tile" />
            <span className="grow stack">
              <span className="skeleton line" />
              <span className="skeleton line short" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
