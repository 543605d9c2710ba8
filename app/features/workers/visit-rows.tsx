import './workers.css';
import { Link } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';

export interface ConcernedVisit {
  bookingId: string;
  service: string;
  startsAt: string;
  reason: string;
  todo: string;
}

/** Visits that need somebody else, each with why, what to do, and a link to where that is settled. */
export function VisitRows({ visits }: { visits: readonly ConcernedVisit[] }) {
  const zone = useZone();
  return (
    <ul className="worker-rows">
      {visits.map(({ bookingId, service, startsAt, reason, todo }) => (
        <li key={bookingId}>
          <span className="grow">
            <Link to={hrefs.adminBooking(bookingId)} dir="auto">
              {oneText`${service}, ${inSentence(formatWhen(startsAt, zone))}`}
            </Link>
            <span className="concerned-why muted">{`${reason}. ${todo}.`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
