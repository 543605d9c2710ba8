import { Temporal } from 'temporal-polyfill';
import type { VisitTime } from '../contract/rules/business/opening.ts';

// The server's only arithmetic with local dates and times. None of it depends on the zone of the machine.

type Instant = Date | string;

const zoned = (at: Instant, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime()).toZonedDateTimeISO(timeZone);

const isoOf = (at: Temporal.ZonedDateTime): string => new Date(at.epochMilliseconds).toISOString();

/** The date of an instant in a zone: '2026-11-21'. */
export const dayOf = (at: Instant, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString();

/** The local time of an instant in a zone, with 24 hours: '09:30'. */
export const timeOf = (at: Instant, timeZone: string): string =>
  zoned(at, timeZone).toPlainTime().toString({ smallestUnit: 'minute' });

/** The local date and minute of the day at which a visit begins. */
export function visitTime(at: Instant, timeZone: string): VisitTime {
  const wall = zoned(at, timeZone);
  return { day: wall.toPlainDate().toString(), minute: wall.hour * 60 + wall.minute };
}

/**
 * The instant at which a day ('2026-11-21') begins in a zone, `plus` days later; ISO 8601 UTC. A day whose midnight is
 * skipped begins when the clocks go on.
 */
export const startOfDay = (day: string, timeZone: string, plus = 0): string =>
  isoOf(Temporal.PlainDate.from(day).add({ days: plus }).toZonedDateTime(timeZone));

/** The instants at which a month ('2026-11') begins and ends in a zone. */
export function monthBounds(month: string, timeZone: string): { from: string; to: string } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return {
    from: isoOf(first.toZonedDateTime(timeZone)),
    to: isoOf(first.add({ months: 1 }).toZonedDateTime(timeZone)),
  };
}

/**
 * The same local time some days or months later, or earlier if negative. A month without that day gives its last day.
 * A skipped time moves on by the skipped hour.
 * @param repeated which of the two hours a repeated time is
 */
export function sameTime(
  at: Instant,
  by: { days?: number; months?: number },
  timeZone: string,
  repeated: 'earlier' | 'later' = 'earlier',
): string {
  const wall = zoned(at, timeZone).toPlainDateTime().add(by);
  return isoOf(
    wall.toZonedDateTime(timeZone, { disambiguation: repeated === 'later' ? 'later' : 'compatible' }),
  );
}

/** The instant of a local time ('9:30') some days from the day of an instant. */
export function timeOnDay(at: Instant, days: number, time: string, timeZone: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const day = zoned(at, timeZone).toPlainDate().add({ days });
  return isoOf(day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour, minute) }));
}

/** A day some days later, or earlier: '2026-12-25', 7 → '2027-01-01'. */
export const daysLater = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** A day of a zone, whose wall-clock times are asked for often: a search for free times does so thousands of times. */
export interface WallDay {
  /** '2026-12-25' */
  day: string;
  /** From 0 for Monday. */
  weekday: number;
  /** In ms since 1970. */
  start: number;
  /** The start of the next day. */
  end: number;
  /**
   * The instant of a minute from midnight, 0 to 1440.
   * @param reading of a time that does not exist, or comes twice
   */
  at(minute: number, reading: 'earlier' | 'later'): number;
  /** The minute from midnight that the clocks show at an instant of this day. */
  minuteAt(at: number): number;
}

const wholeDay = 24 * 60;

/** @param day '2026-12-25' */
export function wallDay(day: string, timeZone: string): WallDay {
  const date = Temporal.PlainDate.from(day);
  const start = date.toZonedDateTime(timeZone).epochMilliseconds;
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  const isEven = end - start === wholeDay * 60_000;
  return {
    day,
    weekday: date.dayOfWeek - 1,
    start,
    end,
    at(minute, reading) {
      if (minute <= 0) return start;
      if (minute >= wholeDay) return end;
      if (isEven) return start + minute * 60_000;
      const time = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
      const at = date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: reading });
      return Math.min(Math.max(at.epochMilliseconds, start), end);
    },
    minuteAt: (at) =>
      isEven ? Math.floor((at - start) / 60_000) : visitTime(new Date(at).toISOString(), timeZone).minute,
  };
}

/** Days in a row from `from` ('2026-12-25') on. */
export const wallDays = (from: string, count: number, timeZone: string): WallDay[] => {
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: count }, (_, days) => wallDay(first.add({ days }).toString(), timeZone));
};
