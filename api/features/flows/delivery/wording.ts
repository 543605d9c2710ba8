import { placeOf } from '../../../contract/rules/place.ts';

/** A day in a letter, for example `Friday 27 November`. */
export const dateOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(instant),
  );

/** A day with its year, for example `27 November 2026`. */
export const fullDate = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(instant),
  );

/** For example "Tuesday 1 December 2026 at 9:30 am (Sydney time)": its reader may be in another zone. */
export function longWhen(instant: string, timeZone: string): string {
  const day = partsOf(instant, timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return `${day('weekday')} ${day('day')} ${day('month')} ${day('year')} at ${timeIn(instant, timeZone)}`;
}

/** For example "Mon 30 Nov, 9:30 am (Sydney time)". */
export function shortWhen(instant: string, timeZone: string): string {
  const day = partsOf(instant, timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
  return `${day('weekday')} ${day('day')} ${day('month')}, ${timeIn(instant, timeZone)}`;
}

function timeIn(instant: string, timeZone: string): string {
  const time = partsOf(instant, timeZone, { hour: 'numeric', minute: '2-digit', hour12: true });
  return `${time('hour')}:${time('minute')} ${time('dayPeriod')} (${placeOf(timeZone)} time)`;
}

function partsOf(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, ...options }).formatToParts(new Date(instant));
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
}
