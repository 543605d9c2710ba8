import { monthsLater } from '../../lib/time/calendar-days.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';

// A month is text ('2026-11').
const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The present month in the business's zone. */
export const monthNow = (zone: string, now: Date = new Date()): string =>
  dayOf(now.toISOString(), zone).slice(0, 7);

/** The month named by an address; the present month if it names none that is valid. */
export const monthOf = (name: string | null, zone: string): string =>
  name && isMonth(name) ? name : monthNow(zone);

const names = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** 'November', or with its year 'November 2026'. */
export const nameOf = (month: string): string => names[Number(month.slice(5)) - 1] ?? '';
export const titleOf = (month: string): string => `${nameOf(month)} ${month.slice(0, 4)}`;

/**
 * The months to choose from: two years back from the present month, and the chosen month in any case; the newest
 * first.
 */
export function choices(chosen: string, now: string): string[] {
  const all = Array.from({ length: 25 }, (_, back) => monthsLater(now, -back));
  return [...new Set([...all, chosen])].sort().reverse();
}
