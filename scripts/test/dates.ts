import { Temporal } from 'temporal-polyfill';
import { businessZone } from './business-zone.ts';

/** A date and a zone of the machine for a run of the tests (`npm run test:dates`). */
export interface MachineDate {
  name: string;
  at: string;
  zone: string;
}

/**
 * The next of each date after `now`: browsers know the real time, and refuse a cookie that a server of the past has
 * given a month. Days are tried at an hour at which Sydney, UTC and the machine's zone have the same day. The tests of
 * a night or a midnight begin just before it. The two midnights end a year too.
 */
export const datesAfter = (now: Date): MachineDate[] => [
  { name: '31 December, in Auckland', at: next('12-31T01:00Z', now), zone: 'Pacific/Auckland' },
  { name: '31 January, in Los Angeles', at: next('01-31T09:00Z', now), zone: 'America/Los_Angeles' },
  { name: '28 February', at: next('02-28T01:00Z', now, endsMonth), zone: 'UTC' },
  { name: '29 February', at: next('02-29T01:00Z', now), zone: 'UTC' },
  { name: 'the clocks go back in Sydney', at: nextChange(-60, now), zone: businessZone },
  { name: 'the clocks go forward in Sydney', at: nextChange(60, now), zone: businessZone },
  { name: 'midnight in Sydney', at: next('12-31T12:59Z', now), zone: 'UTC' },
  { name: 'midnight in UTC', at: next('12-31T23:59Z', now), zone: 'UTC' },
];

const dayMs = 86_400_000;
const endsMonth = (at: Date) => new Date(at.getTime() + dayMs).getUTCDate() === 1;

/** The next instant at which the calendar of UTC reads this, and for which `right` is true. */
function next(monthDayTime: string, now: Date, right = (_: Date) => true): string {
  for (let year = now.getUTCFullYear(); ; year += 1) {
    const at = new Date(`${year}-${monthDayTime}`);
    // A year without 29 February has another day in its place.
    const exists = at.toISOString().slice(5, 10) === monthDayTime.slice(0, 5);
    if (exists && at > now && right(at)) return at.toISOString();
  }
}

/** The offset of Sydney's clocks from UTC, in minutes. */
const offsetAt = (ms: number): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(businessZone).offsetNanoseconds / 60e9;

/** Two minutes before the next night's change of Sydney's clocks, which is at 16:00 of UTC, by this many minutes. */
function nextChange(minutes: number, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  for (let change = today + 16 * 3_600_000; ; change += dayMs) {
    const before = new Date(change - 2 * 60_000);
    const by = offsetAt(change) - offsetAt(before.getTime());
    if (by === minutes && before > now) return before.toISOString();
  }
}
