import { calendarOutline, callOutline } from 'ionicons/icons';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatArrival, formatDaySaid, formatExact } from '../../lib/time/dates.ts';
import { dayState } from '../../shared/bookings/day-state.ts';
import { ElsewhereNote } from '../../shared/bookings/elsewhere-note.tsx';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { WhoComes } from '../../shared/bookings/who-comes.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Icon } from '../../ui/icon.tsx';

const minuteMs = 60_000;
const whenOf = ({ scheduledDate: at, windowMinutes }: Booking, zone: string, now: Date) =>
  at && `${formatDaySaid(at, zone, now)}, ${formatArrival(at, zone, windowMinutes)}`;

/** The visit that is under way or comes next: its time, its service and its place, and the four things done most. */
export function NextVisit({
  booking,
  after,
  tel,
  onCalendar,
}: {
  booking: Booking;
  /** The visit after it. */
  after: Booking | undefined;
  /** The number to call; `undefined` until it is known. */
  tel: string | undefined;
  onCalendar: (bookingId: string) => void;
}) {
  const zone = useZone();
  const now = new Date(useNow(() => minuteMs));
  const href = hrefs.booking(booking.id);
  const { scheduledDate: at, service, place, status } = booking;
  const working = status === 'in_progress';
  const state = dayState(booking, zone, now);
  return (
    <Card className="next-visit" aria-labelledby="next-visit" data-shared={href}>
      <div className="row spread">
        <h2 id="next-visit">{working ? 'Now' : 'Next visit'}</h2>
        <StatusBadge status={status} />
      </div>
      <Link to={href} className="next-when">
        <strong>{working ? state : whenOf(booking, zone, now)}</strong>{' '}
        <span>{oneText`${service.name} · ${Number(booking.estimatedHours.toFixed(2))} h`}</span>
      </Link>
      {!working && state && <p className="next-state">{state}</p>}
      {status === 'pending' && <p className="muted">Next, the team confirms this time.</p>}
      <WhoComes booking={booking} />
      {place && <p className="muted">{place}</p>}
      {at && !working && <ElsewhereNote at={at} />}
      <div className="next-ways">
        <ButtonLink href={`${href}#messages`}>Message</ButtonLink>
        {!working && (
          <ButtonLink href={`${href}#change`} kind="quiet">
            Change
          </ButtonLink>
        )}
        {!working && (
          <button
            type="button"
            className="button quiet"
            aria-label="Add to Calendar"
            onClick={() => onCalendar(booking.id)}
          >
            <Icon src={calendarOutline} />
          </button>
        )}
        {tel && (
          <a className="button quiet" aria-label="Call about this visit" href={`tel:${tel}`}>
            <Icon src={callOutline} />
          </a>
        )}
      </div>
      {after?.scheduledDate && (
        <Link to={hrefs.booking(after.id)} className="next-then">
          <span className="muted">Then</span>
          <time dateTime={after.scheduledDate} title={formatExact(after.scheduledDate, zone)}>
            {whenOf(after, zone, now)}
          </time>
          <span className="muted">{after.service.name}</span>
        </Link>
      )}
    </Card>
  );
}
