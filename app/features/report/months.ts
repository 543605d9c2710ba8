import { dayOf } from '../../domain/bookings/time-slots.ts';

// A month is text ('2026-11'), reckoned in UTC, whose months are all alike.
const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month that runs where the business is. */
export const monthNow = (zone: string, now: Date = new Date()): string =>
  dayOf(now.toISOString(), zone).slice(0, 7);

/** The month that an address names; the one that runs where it names none that there is. */
export const monthOf = (name: string | null, zone: string): string =>
  name && isMonth(name) ? name : monthNow(zone);

/** So many months later; earlier where negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

const names = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** 'November', or with its year 'November 2026'. */
export const nameOf = (month: string): string => names[Number(month.slice(5)) - 1] ?? '';
export const titleOf = (month: string): string => `${nameOf(month)} ${month.slice(0, 4)}`;

/** What can be chosen: two years back from the month that runs, and the chosen one wherever it is; the newest first. */
export function choices(chosen: string, now: string): string[] {
  const all = Array.from({ length: 25 }, (_, back) => addMonths(now, -back));
  return [...new Set([...all, chosen])].sort().reverse();
}
