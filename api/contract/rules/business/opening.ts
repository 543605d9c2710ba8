/** A part of a day in minutes from midnight: visits begin from `from` on and before `until`. */
export interface OpenHours {
  from: number;
  until: number;
}

/** When and where the business visits. */
export interface Opening {
  /** Seven days from Monday on; `null` is a day without visits. */
  week: readonly (OpenHours | null)[];
  /** Single days ('2026-12-25') without visits, each with its reason, in order. */
  closedDays: readonly { day: string; name: string }[];
  /** The postcodes of the area; none: everywhere. */
  postcodes: readonly string[];
}

/** The local date and time of a visit, as both sides read it from their own calendars. */
export interface VisitTime {
  /** '2026-12-25' */
  day: string;
  /** Minutes from midnight. */
  minute: number;
}

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The place in the week of a date, from 0 for Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** '8:30 am' of 510; midnight at the end of a day is '12 am'. */
export function clockWords(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  const rest = minute % 60 ? `:${String(minute % 60).padStart(2, '0')}` : '';
  return `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}`;
}

/** A reason for a person, and what they may choose instead. */
interface Closure {
  reason: string;
  advice: string;
}

/** The closure at a time; `null` if a visit can begin. The one rule of the form, the server and the team's list. */
function closureAt({ week, closedDays }: Opening, { day, minute }: VisitTime): Closure | null {
  const closed = closedDays.find((one) => one.day === day);
  if (closed)
    return {
      reason: `We are closed on that day${closed.name ? ` (${closed.name})` : ''}.`,
      advice: 'Please choose another one.',
    };
  const weekday = weekdayOf(day);
  const hours = week[weekday];
  if (!hours)
    return { reason: `We make no visits on ${weekdays[weekday]}s.`, advice: 'Please choose another day.' };
  if (minute >= hours.from && minute < hours.until) return null;
  const span = `${clockWords(hours.from)} and before ${clockWords(hours.until)}`;
  return {
    reason: `Visits on ${weekdays[weekday]}s begin from ${span}.`,
    advice: 'Please choose another time.',
  };
}

/** The reason why no visit can begin at a time, for the person who chose it; `null` if one can. */
export function whyClosed(opening: Opening, at: VisitTime): string | null {
  const closure = closureAt(opening, at);
  return closure && `${closure.reason} ${closure.advice}`;
}

/** The same for the team, about a booking that exists. */
export const whyOutsideHours = (opening: Opening, at: VisitTime): string | null =>
  closureAt(opening, at)?.reason ?? null;

/** A postcode as it is compared: without spaces, in capitals. */
export const plainPostcode = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Whether a postcode lies outside of the area; an unknown one never does. */
export function isOutside({ postcodes }: Opening, postcode: string | null | undefined): boolean {
  const known = plainPostcode(postcode ?? '');
  return postcodes.length > 0 && known !== '' && !postcodes.includes(known);
}

/**
 * The postcode with which a typed address ends: its last word, or two, in the form of one of the area's postcodes. '' for
 * an address that ends otherwise, or whose only number it is, which may be the house's.
 */
export function postcodeAtEnd({ postcodes }: Opening, address: string): string {
  const words = address.trim().split(/[\s,]+/);
  for (const count of [1, 2]) {
    const last = plainPostcode(words.slice(-count).join(''));
    const hasOtherNumber = /\d/.test(words.slice(0, -count).join(' '));
    if (hasOtherNumber && postcodes.some((one) => formOf(one) === formOf(last))) return last;
  }
  return '';
}

/** 'SW1A1AA' → 'AA9A9AA' */
const formOf = (postcode: string): string =>
  plainPostcode(postcode).replace(/\d/g, '9').replace(/\p{L}/gu, 'A');

/** The reason why no visit goes to a postcode, for the person who lives there; `null` if one does. */
export const whyOutside = (opening: Opening, postcode: string | null | undefined): string | null =>
  isOutside(opening, postcode)
    ? 'We do not visit this postcode yet. Please call us if you are close by.'
    : null;
