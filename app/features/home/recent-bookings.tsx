import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDay, inSentence } from '../../lib/time/dates.ts';
import { askOf } from '../../shared/bookings/asks.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../shared/bookings/visit-time.ts';
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
              <Visit booking={booking} zone={zone} />
              <span className="muted">{oneText`Service #${booking.id.slice(0, 8)} · booked ${inSentence(formatDay(booking.createdAt, zone))}`}</span>
              {markOf(booking.id)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The visit's time, and what the booking asks of its customer; a review is asked for once, above. */
function Visit({ booking, zone }: { booking: Booking; zone: string }) {
  const ask = askOf(booking, zone);
  return (
    <span className="recent-visit">
      {ask && ask.kind !== 'review' && <b className="quote-ready">{oneText`${ask.brief} · `}</b>}
      <span>{visitTime(booking, zone)}</span>
    </span>
  );
}
