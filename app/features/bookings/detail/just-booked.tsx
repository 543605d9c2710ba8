import './just-booked.css';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { hrefs } from '../../../lib/hrefs.ts';
import { useZone } from '../../../lib/session.ts';
import { formatExact } from '../../../lib/time/dates.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { forgetJustBooked } from '../just-booked.ts';
import { useBooking } from '../queries.ts';
import { nextWords } from './next-words.ts';

const TakenTimeCard = lazy(() => import('../slots/taken-time-card.tsx'));

/** The booking that was just made, opened above the list: its time, what happens next, and the ways on. */
export function JustBooked({ id, shown }: { id: string; shown: boolean }) {
  const { booking } = useBooking(id, shown);
  const zone = useZone();
  const wasShown = useRef(false);
  useEffect(() => {
    // Ionic keeps the list in the background, where it may stand before the booking is made.
    if (wasShown.current && !shown) forgetJustBooked();
    wasShown.current = shown;
  }, [shown]);
  if (!booking) return null;
  const { service, scheduledDate: at, status, place } = booking;
  const href = hrefs.booking(id);
  return (
    <Card className="just-booked" aria-labelledby="just-booked">
      <div className="row spread">
        <h2 id="just-booked">{service.name}</h2>
        <StatusBadge status={status} />
      </div>
      {at && (
        <p className="just-booked-when" title={formatExact(at, zone)}>
          {visitTime(booking, zone)}
        </p>
      )}
      {place && (
        <p className="muted" dir="auto">
          {place}
        </p>
      )}
      {booking.timeTaken ? (
        <Suspense>
          <TakenTimeCard booking={booking} times={booking.timeTaken} />
        </Suspense>
      ) : (
        <p>{nextWords(booking, zone, new Date())}</p>
      )}
      <div className="just-booked-ways">
        <ButtonLink href={href} size="small">
          Open Booking
        </ButtonLink>
        <ButtonLink href={`${href}#messages`} size="small" kind="quiet">
          Message
        </ButtonLink>
      </div>
    </Card>
  );
}
