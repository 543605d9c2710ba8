import type { LiveWork, ScheduledBooking, WorkInProgress } from '../../../api/contract/schemas/schedule.ts';

const minuteMs = 60_000;

/** The expected end of work by its estimate. */
export const expectedEnd = ({ startedAt, minutes }: WorkInProgress): number =>
  Date.parse(startedAt) + minutes * minuteMs;

/** The lists at a later time, without a new read: work that should have begun moves to the late ones. */
export function listsAt(
  work: Pick<LiveWork, 'late' | 'soon'>,
  now: number,
): { late: ScheduledBooking[]; soon: ScheduledBooking[] } {
  const has = ({ startsAt }: ScheduledBooking) => Date.parse(startsAt) <= now;
  return {
    late: [...work.soon.filter(has).reverse(), ...work.late],
    soon: work.soon.filter((booking) => !has(booking)),
  };
}

/** The whole minutes between two instants: '45 min', '2 h', '2 h 5 min', '3 days'. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const rest = minutes % 60;
  return rest ? `${hours} h ${rest} min` : `${hours} h`;
}
