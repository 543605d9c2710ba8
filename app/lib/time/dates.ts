import { windowText } from '../../../api/contract/rules/business/arrival.ts';
import { instantOfWall, wallClock } from './wall-clock.ts';

// Names of days and months are our own English ones, so that every browser writes them alike.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdayOf = (weekday: number): string => weekdays[weekday] ?? '';
const monthOf = (month: number): string => months[month - 1] ?? '';
const short = (name: string): string => name.slice(0, 3);
/** A date with its year, if that is not the present one. */
const withYear = (date: string, year: number, now: Date, zone: string): string =>
  year === wallClock(now, zone).year ? date : `${date} ${year}`;
const two = (n: number): string => String(n).padStart(2, '0');

/** An instant in the format of a datetime-local input ('2026-11-21T09:30'), in a zone. */
export function toLocalInput(instant: string, zone: string): string {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), zone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The instant of a local date and time in a zone; a time skipped by a clock change moves on by the skipped hour. */
export function fromLocalInput(local: string, zone: string): string {
  const [date = '', time = ''] = local.split('T');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(instantOfWall({ year, month, day, hour, minute }, zone)).toISOString();
}

/** 'Tomorrow, 9:30 am', 'Today, 8:05 am', 'Thu 12 Nov, 2:00 pm', with the year if it is another. */
export function formatWhen(instant: string, zone: string, now: Date = new Date()): string {
  return `${formatDay(instant, zone, now)}, ${formatTime(instant, zone)}`;
}

/** 'Monday' for a day within the week to come, otherwise as `formatDay`: as people say the day of a visit. */
export function formatDaySaid(instant: string, zone: string, now: Date = new Date()): string {
  const days = calendarDays(now, new Date(instant), zone);
  return days > 1 && days < 7
    ? weekdayOf(wallClock(new Date(instant), zone).weekday)
    : formatDay(instant, zone, now);
}

/** A day as two short words for a calendar's leaf: 'Today' and '27', 'Mon' and '30', later and earlier 'Dec' and '12'. */
export function dayLeaf(instant: string, zone: string, now: Date = new Date()): [string, string] {
  const days = calendarDays(now, new Date(instant), zone);
  const { month, day, weekday } = wallClock(new Date(instant), zone);
  const word = days >= 0 && days < 14 ? weekdayOf(weekday) : monthOf(month);
  return [days === 0 ? 'Today' : short(word), String(day)];
}

/** "today, 9:30 am" within a sentence; the names of days and months keep their capital. */
export function inSentence(when: string): string {
  return when.replace(/^(Today|Tomorrow|Yesterday)/, (day) => day.toLowerCase());
}

/** '9:30 am'. */
export function formatTime(instant: string, zone: string): string {
  const { hour, minute } = wallClock(new Date(instant), zone);
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`;
}

/**
 * '9:30 am', or the arrival window that begins then: '9:30 – 10:30 am'.
 * @param windowMinutes its length, if one was promised
 */
export function formatArrival(instant: string, zone: string, windowMinutes?: number): string {
  const from = formatTime(instant, zone);
  if (!windowMinutes) return from;
  return windowText(
    from,
    formatTime(new Date(Date.parse(instant) + windowMinutes * 60_000).toISOString(), zone),
  );
}

/** 'Today', 'Tomorrow', 'Yesterday', otherwise 'Thu 12 Nov'. */
export function formatDay(instant: string, zone: string, now: Date = new Date()): string {
  const days = calendarDays(now, new Date(instant), zone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  return formatDate(instant, zone, now);
}

/** 'Thu 12 Nov', also for today, for text that is read again on another day; with the year if it is another. */
export function formatDate(instant: string, zone: string, now: Date = new Date()): string {
  const { year, month, day, weekday } = wallClock(new Date(instant), zone);
  return withYear(`${short(weekdayOf(weekday))} ${day} ${short(monthOf(month))}`, year, now, zone);
}

const namers = new Map<string, Intl.DateTimeFormat>();
/** Making a formatter takes as long as a hundred uses of it. */
function namesIn(zone: string): Intl.DateTimeFormat {
  const namer =
    namers.get(zone) ?? new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' });
  namers.set(zone, namer);
  return namer;
}

/** The exact time as the title of an element in a long list, calculated when a pointer comes. */
export const exactly = (instant: string, zone: string) => ({
  onPointerEnter: ({ currentTarget }: { currentTarget: HTMLElement }) => {
    currentTarget.title = formatExact(instant, zone);
  },
});

/**
 * The exact time for a title: 'Saturday 21 November 2026 at 9:30 am AEDT'; with an arrival window 'Saturday 21 November
 * 2026, 9:30 – 10:30 am AEDT'.
 */
export function formatExact(instant: string, zone: string, windowMinutes?: number): string {
  const { year } = wallClock(new Date(instant), zone);
  const parts = namesIn(zone).formatToParts(new Date(instant));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const time = formatArrival(instant, zone, windowMinutes);
  return `${formatDayLong(instant, zone)} ${year}${windowMinutes ? ',' : ' at'} ${time} ${name}`;
}

/** The number of midnights in the zone between two instants; negative into the past. */
export function calendarDays(from: Date, to: Date, zone: string): number {
  const midnight = (at: Date) => {
    const { year, month, day } = wallClock(at, zone);
    return Date.UTC(year, month - 1, day);
  };
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

/** 'Saturday 21 November'. */
export function formatDayLong(instant: string, zone: string): string {
  const { month, day, weekday } = wallClock(new Date(instant), zone);
  return `${weekdayOf(weekday)} ${day} ${monthOf(month)}`;
}

/** A distant day in a sentence: '5 March', with the year if it is another. */
export function formatDayMonth(instant: string, zone: string, now: Date = new Date()): string {
  const { year, month, day } = wallClock(new Date(instant), zone);
  return withYear(`${day} ${monthOf(month)}`, year, now, zone);
}
