import { weekdayOf } from '../../../api/contract/rules/business/opening.ts';
import { daysLater } from '../../lib/time/calendar-days.ts';
import { formatDayLong, fromLocalInput, toLocalInput } from '../../lib/time/dates.ts';
import type { ScheduleView, Shown } from './address.ts';

/** The Monday of the day's week. */
export const mondayOf = (day: string): string => daysLater(day, -weekdayOf(day));

/** The visible days, in order. */
export const daysOf = ({ view, date }: Pick<Shown, 'view' | 'date'>): string[] =>
  view === 'day' ? [date] : Array.from({ length: 7 }, (_, days) => daysLater(mondayOf(date), days));

/** The day to show after a change of view: from a week today, if it is in that week, otherwise its Monday. */
export function inView(view: ScheduleView, shown: Pick<Shown, 'view' | 'date'>, today: string): string {
  if (view === shown.view || view === 'week') return shown.date;
  const monday = mondayOf(shown.date);
  return mondayOf(today) === monday ? today : monday;
}

/** The instants at which the visible days begin and end in the business's zone, also across clock changes. */
export function spanOf(shown: Pick<Shown, 'view' | 'date'>, zone: string): { from: string; to: string } {
  const days = daysOf(shown);
  const midnight = (day: string) => fromLocalInput(`${day}T00:00`, zone);
  return { from: midnight(days[0] ?? shown.date), to: midnight(daysLater(days.at(-1) ?? shown.date, 1)) };
}

/** 'Tuesday 24 November 2026', or '23–29 November 2026' with the months and years in which a week begins and ends. */
export function titleOf(shown: Pick<Shown, 'view' | 'date'>): string {
  const days = daysOf(shown);
  const [first, last] = [days[0] ?? shown.date, days.at(-1) ?? shown.date];
  const written = (day: string) => formatDayLong(`${day}T12:00:00.000Z`, 'UTC').split(' ');
  const [weekday, number, month] = written(first);
  const year = first.slice(0, 4);
  if (first === last) return `${weekday} ${number} ${month} ${year}`;
  const [, lastNumber, lastMonth] = written(last);
  const lastYear = last.slice(0, 4);
  const end = `${lastNumber} ${lastMonth} ${lastYear}`;
  if (lastYear !== year) return `${number} ${month} ${year} – ${end}`;
  if (lastMonth !== month) return `${number} ${month} – ${end}`;
  return `${number}–${end}`;
}

/** The end of a booking's work, in ms since the epoch. */
export const endOf = ({ startsAt, minutes }: { startsAt: string; minutes: number }): number =>
  Date.parse(startsAt) + minutes * 60_000;

/**
 * The local date and time at which a booking begins and ends in a zone, as the calendar draws it. In the hour that
 * comes twice the wall can show an end before the beginning; it is then the beginning plus the length.
 */
export function wallSpan(
  booking: { startsAt: string; minutes: number },
  zone: string,
): { start: string; end: string } {
  const start = toLocalInput(booking.startsAt, zone);
  const end = toLocalInput(new Date(endOf(booking)).toISOString(), zone);
  if (end > start) return { start, end };
  const later = Date.parse(`${start}Z`) + booking.minutes * 60_000;
  return { start, end: new Date(later).toISOString().slice(0, 16) };
}

const wholeDay = 24 * 60;

/** The minute of a day at a local time ('2026-11-23T09:30'): 0 for an earlier day, 1440 for a later one. */
export function minuteOn(day: string, wall: string): number {
  const on = wall.slice(0, 10);
  if (on !== day) return on < day ? 0 : wholeDay;
  return Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
}

/** The local time of a day's minute: '2026-11-23T09:30'. */
export const wallAt = (day: string, minute: number): string =>
  `${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The minute at which the hours begin on screen: the hour of the first of these minutes, 7 am without any. */
export const firstHour = (minutes: readonly number[]): number =>
  Math.floor((minutes.length ? Math.min(...minutes) : 7 * 60) / 60) * 60;
