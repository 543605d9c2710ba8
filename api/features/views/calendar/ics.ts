import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { whoComes } from '../../../contract/rules/business/who-comes.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Env } from '../../../core/env.ts';
import type { Visit } from '../../records/bookings/visits.service.ts';

/** The time after which a subscribed calendar may read again. */
const refreshSeconds = 60 * 60;

const descriptions: Record<BookingStatus, string> = {
  pending: 'Waiting for the team to confirm',
  scheduled: 'Confirmed',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

type Named = Pick<Env, 'BUSINESS_NAME' | 'PUBLIC_URL'>;

const end = 'END:VCALENDAR\r\n';

/** The same for many visits, in slices, so that other requests need not wait for all of it. */
export async function longCalendarText(env: Named, slices: AsyncIterable<Visit[]>): Promise<string> {
  const head = calendarText(env, []).slice(0, -end.length);
  const parts = [head];
  for await (const visits of slices) parts.push(calendarText(env, visits).slice(head.length, -end.length));
  return parts.join('') + end;
}

/**
 * Visits as an iCalendar text (RFC 5545) accepted by Apple's, Google's and Microsoft's calendars. Times are in UTC,
 * which needs no zone's rules. Equal visits give an equal text, so that an unchanged calendar is not sent again.
 */
export function calendarText(env: Named, visits: Visit[]): string {
  const calendar = ical({
    // The library does not escape this one text.
    name: env.BUSINESS_NAME.replace(/[\\;,]/g, '\\$&'),
    prodId: { company: env.BUSINESS_NAME.replace(/[\\;,/]/g, ' '), product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const visit of visits) {
    if (visit.startsAt) calendar.createEvent(eventOf(env, visit, visit.startsAt));
  }
  // The library leaves the last line open.
  return `${calendar.toString()}\r\n`;
}

function eventOf(
  env: Pick<Env, 'BUSINESS_NAME' | 'PUBLIC_URL'>,
  visit: Visit,
  startsAt: string,
): ICalEventData {
  const off = visit.status === 'cancelled';
  const start = new Date(startsAt);
  const url = `${env.PUBLIC_URL}/bookings/${visit.id}`;
  return {
    id: `${visit.id}@hearthkeep`,
    sequence: visit.revision,
    stamp: new Date(visit.changedAt),
    created: new Date(visit.createdAt),
    lastModified: new Date(visit.changedAt),
    start,
    end: new Date(start.getTime() + visit.minutes * 60_000),
    // The status is in the title because not every calendar shows it.
    summary: `${off ? 'Cancelled: ' : ''}${isolated(plain(visit.service))} · ${env.BUSINESS_NAME}`,
    description: `${descriptions[visit.status]}${whoOf(visit)}\nBooking #${visit.id.slice(0, 8)}\n${url}`,
    location: visit.place.map(plain).join(', ') || null,
    url,
    status: off
      ? ICalEventStatus.CANCELLED
      : visit.status === 'pending'
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    transparency: off ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    busystatus: off ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  };
}

const whoOf = ({ workers, status }: Visit): string =>
  workers.length ? `\n${plain(whoComes(workers, status === 'in_progress'))}` : '';

/** Calendars accept no control characters. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
