import { windowText } from '../../../contract/rules/business/arrival.ts';
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

/**
 * For example "Tuesday 1 December 2026 at 9:30 am (Sydney time)": its reader may be in another zone. With an arrival
 * window "Tuesday 1 December 2026, 9:30 – 10:30 am (Sydney time)".
 * @param windowMinutes the length of the promised window, if there is one
 */
export function longWhen(instant: string, timeZone: string, windowMinutes: number | null = null): string {
  const day = partsOf(instant, timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const date = `${day('weekday')} ${day('day')} ${day('month')} ${day('year')}`;
  return `${date}${windowMinutes ? ',' : ' at'} ${timeIn(instant, timeZone, windowMinutes)}`;
}

/** For example "Mon 30 Nov, 9:30 am (Sydney time)", "Mon 30 Nov, 9:30 – 10:30 am (Sydney time)". */
export function shortWhen(instant: string, timeZone: string, windowMinutes: number | null = null): string {
  const day = partsOf(instant, timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
  return `${day('weekday')} ${day('day')} ${day('month')}, ${timeIn(instant, timeZone, windowMinutes)}`;
}

/** A time or an arrival window with its place, for example "9:30 – 10:30 am (Sydney time)". */
export function timeIn(instant: string, timeZone: string, windowMinutes: number | null = null): string {
  const clock = clockIn(instant, timeZone);
  const place = `(${placeOf(timeZone)} time)`;
  if (!windowMinutes) return `${clock} ${place}`;
  const until = clockIn(new Date(Date.parse(instant) + windowMinutes * 60_000).toISOString(), timeZone);
  return `${windowText(clock, until)} ${place}`;
}

function clockIn(instant: string, timeZone: string): string {
  const time = partsOf(instant, timeZone, { hour: 'numeric', minute: '2-digit', hour12: true });
  return `${time('hour')}:${time('minute')} ${time('dayPeriod')}`;
}

function partsOf(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, ...options }).formatToParts(new Date(instant));
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
}
