import { TZDate } from '@date-fns/tz';
import { wallClock } from './wall-clock.ts';

// English, as the rest of the product: the names are ours, so that every browser writes them alike.
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
/** With its year where that is not this one. */
const withYear = (date: string, year: number, now: Date, zone: string): string =>
  year === wallClock(now, zone).year ? date : `${date} ${year}`;
const two = (n: number): string => String(n).padStart(2, '0');

/** What a datetime-local input shows ('2026-11-21T09:30') for an instant, in a zone. */
export function toLocalInput(instant: string, zone: string): string {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), zone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The instant of a local date and time in a zone; a time that the clocks skip moves on by the hour skipped. */
export function fromLocalInput(local: string, zone: string): string {
  const [date = '', time = ''] = local.split('T');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = new TZDate(year, month - 1, day, hour, minute, zone);
  return new Date(at.getTime()).toISOString();
}

/** 'Tomorrow, 9:30 am', 'Today, 8:05 am', 'Thu 12 Nov, 2:00 pm', with the year when it is another. */
export function formatWhen(instant: string, zone: string, now: Date = new Date()): string {
  return `${formatDay(instant, zone, now)}, ${formatTime(instant, zone)}`;
}

/** '9:30 am'. */
export function formatTime(instant: string, zone: string): string {
  const { hour, minute } = wallClock(new Date(instant), zone);
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** 'Today', 'Tomorrow', 'Yesterday', else 'Thu 12 Nov'. */
export function formatDay(instant: string, zone: string, now: Date = new Date()): string {
  const days = calendarDays(now, new Date(instant), zone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  return formatDate(instant, zone, now);
}

/** 'Thu 12 Nov' also where that is today, for what is read again on another day; with its year where that is not this one. */
export function formatDate(instant: string, zone: string, now: Date = new Date()): string {
  const { year, month, day, weekday } = wallClock(new Date(instant), zone);
  return withYear(`${short(weekdayOf(weekday))} ${day} ${short(monthOf(month))}`, year, now, zone);
}

const namers = new Map<string, Intl.DateTimeFormat>();
/** Making one takes as long as a hundred uses of it. */
function namesIn(zone: string): Intl.DateTimeFormat {
  const namer =
    namers.get(zone) ?? new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' });
  namers.set(zone, namer);
  return namer;
}

/** For one of many in a list: the exact time as its title, which is reckoned when a pointer comes. */
export const exactly = (instant: string, zone: string) => ({
  onPointerEnter: ({ currentTarget }: { currentTarget: HTMLElement }) => {
    currentTarget.title = formatExact(instant, zone);
  },
});

/** 'Saturday 21 November 2026 at 9:30 am AEDT': on demand, as a title. */
export function formatExact(instant: string, zone: string): string {
  const { year } = wallClock(new Date(instant), zone);
  const parts = namesIn(zone).formatToParts(new Date(instant));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${formatDayLong(instant, zone)} ${year} at ${formatTime(instant, zone)} ${name}`;
}

/** How many midnights of the zone lie between two instants; negative into the past. */
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

/** '5 March', with its year where that is not this one: a day far off, in a sentence. */
export function formatDayMonth(instant: string, zone: string, now: Date = new Date()): string {
  const { year, month, day } = wallClock(new Date(instant), zone);
  return withYear(`${day} ${monthOf(month)}`, year, now, zone);
}
