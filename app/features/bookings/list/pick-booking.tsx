import './pick-booking.css';
import { useState } from 'react';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { BookedIcon } from '../../../shared/services/booked-icon.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { failureText } from '../failure.ts';
import { shortId } from '../filters.ts';
import { useBookings } from '../queries.ts';
import { BookingsSkeleton } from './bookings-skeleton.tsx';

/** Open bookings come first, because people mostly mean them. */
const isOpen = ({ status }: Booking) => ['pending', 'scheduled', 'in_progress'].includes(status);

/** A person's bookings, one of which is chosen by a tap; the stored list is enough. */
export function PickBooking({
  shown,
  busy,
  onPick,
}: {
  shown: boolean;
  /** The chosen booking, while an action on it is under way. */
  busy: string | null;
  onPick: (bookingId: string) => void;
}) {
  const { first, bookings, more, readingMore, moreFailed, readMore } = useBookings(shown);
  const [all, setAll] = useState(false);
  const zone = useZone();
  if (!bookings)
    return first.error ? (
      <ErrorState error={first.error} onRetry={() => void first.refetch()} />
    ) : (
      <BookingsSkeleton />
    );
  if (!bookings.length)
    return (
      <EmptyState
        drawing="house"
        title="No booking to share with yet"
        text="Book a service first, then share your photos with it."
        action={
          <ButtonLink href={hrefs.services} size="small">
            Book a service
          </ButtonLink>
        }
      />
    );
  const open = bookings.filter(isOpen);
  const listed = all || !open.length ? [...open, ...bookings.filter((booking) => !isOpen(booking))] : open;
  return (
    <>
      <ul className="pick-bookings">
        {listed.map(({ id, service, scheduledDate, windowMinutes, status }) => (
          <li key={id}>
            <button
              type="button"
              aria-busy={busy === id || undefined}
              aria-disabled={busy !== null || undefined}
              onClick={() => busy === null && onPick(id)}
            >
              <BookedIcon service={service} />
              <span className="pick-words">
                <strong>{service.name}</strong>
                <span className="muted">{visitTime({ scheduledDate, windowMinutes }, zone)}</span>
              </span>
              <span className="pick-state">
                <StatusBadge status={status} />
                <span className="muted">{oneText`#${shortId(id)}`}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!all && listed.length < bookings.length && (
        <Button kind="plain" wide onClick={() => setAll(true)}>
          Show earlier bookings
        </Button>
      )}
      {all && more && (
        <Button kind="quiet" wide busy={readingMore} onClick={readMore}>
          Show more
        </Button>
      )}
      {moreFailed && (
        <p role="alert" className="muted">
          {failureText(moreFailed)}
        </p>
      )}
    </>
  );
}
