import { oneText } from '../../lib/one-text.ts';
import { formatTime } from '../../lib/time/dates.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { labelOf } from '../../shared/label-of.ts';
import type { Visit } from './columns.ts';
import { endOf } from './days.ts';

/** A visit in words for a screen reader. */
export function visitName({ booking, isTight, wayMinutes, who }: Visit, zone: string): string {
  const [begins, ends] = [formatTime(booking.startsAt, zone), formatTime(endAt(booking), zone)];
  const parts = [
    booking.customer.name,
    booking.suburb,
    booking.category.name,
    labelOf(statusLabels, booking.status),
    wayMinutes !== null && `${wayMinutes} minutes’ way`,
    isTight && tightWords,
    who && oneText`by ${who}`,
  ];
  return oneText`${booking.service}, ${begins} to ${ends}, ${parts.filter(Boolean).join(', ')}`;
}

const tightWords = 'too little time for the way';

// An hour of work is an hour also in a night in which the clocks change.
const endAt = (booking: Visit['booking']): string => new Date(endOf(booking)).toISOString();

/** '9:30': the hours beside it say am or pm. */
const clockTime = (at: string, zone: string): string => formatTime(at, zone).replace(/ [ap]m$/, '');

/** The lines for which a length has room, at the height of the hours and the size of the words; left out from five on. */
const linesIn = (minutes: number): number | undefined =>
  minutes < 42 ? 2 : minutes < 54 ? 3 : minutes < 70 ? 4 : undefined;

/**
 * The words of a visit: its time, service, customer, suburb, and what is unusual about it. Those without room are hidden,
 * the least important first.
 * @param isCarried whether its time, and whether it is tight, are said elsewhere
 */
export function VisitWords({
  visit,
  zone,
  isCarried = false,
}: {
  visit: Visit;
  zone: string;
  isCarried?: boolean;
}) {
  const { booking, isTight, workerId, who } = visit;
  const status = booking.status === 'scheduled' ? '' : labelOf(statusLabels, booking.status);
  return (
    <span className="schedule-visit-in" data-lines={linesIn(visit.until - visit.from)} aria-hidden="true">
      <span className="schedule-visit-name">
        {isTight && !isCarried && (
          <>
            <span className="schedule-tight">Tight</span>{' '}
          </>
        )}
        <span>{oneText`${isCarried ? '' : `${clockTime(booking.startsAt, zone)} `}${booking.service}`}</span>
      </span>
      <span className="schedule-visit-whom">
        {oneText`${[booking.customer.name, booking.suburb].filter(Boolean).join(' · ')}`}
      </span>
      {(status || (workerId === null && who)) && (
        <span className="schedule-visit-notes">
          {status && <span className="schedule-visit-status">{status}</span>}
          {workerId === null && who && <span className="schedule-visit-who">{who}</span>}
        </span>
      )}
    </span>
  );
}
