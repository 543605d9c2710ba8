import { TZDate, tz } from '@date-fns/tz';

/** What a datetime-local input shows ('2026-11-21T09:30') for an instant, in a zone. */
export function toLocalInput(instant: string, zone: string): string {
  const at = new TZDate(instant, zone);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
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

export function formatTime(instant: string, zone: string): string {
  return format(instant, zone, { hour: 'numeric', minute: '2-digit', hour12: true });
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
  const sameYear = tz(zone)(now).getFullYear() === tz(zone)(new Date(instant)).getFullYear();
  return format(instant, zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).replaceAll(',', '');
}

/** 'Saturday 21 November 2026 at 9:30 am AEDT': on demand, as a title. */
export function formatExact(instant: string, zone: string): string {
  return format(instant, zone, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
}

/** How many midnights of the zone lie between two instants; negative into the past. */
export function calendarDays(from: Date, to: Date, zone: string): number {
  const midnight = (at: Date) => {
    const local = tz(zone)(at);
    return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
  };
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: string, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = zone + JSON.stringify(options);
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat('en-AU', { ...options, timeZone: zone });
    formats.set(key, known);
  }
  return known.format(new Date(instant));
}

/** 'Saturday 21 November'. */
export function formatDayLong(instant: string, zone: string): string {
  return format(instant, zone, { weekday: 'long', day: 'numeric', month: 'long' }).replaceAll(',', '');
}

/** '5 March', with its year where that is not this one: a day far off, in a sentence. */
export function formatDayMonth(instant: string, zone: string, now: Date = new Date()): string {
  const sameYear = tz(zone)(now).getFullYear() === tz(zone)(new Date(instant)).getFullYear();
  return format(instant, zone, { day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) });
}
