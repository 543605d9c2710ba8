import { TZDate, tzOffset } from '@date-fns/tz';

/** The local date and time in a time zone, with 24 hours. */
export interface WallClock {
  year: number;
  /** The month, from 1. */
  month: number;
  day: number;
  /** The weekday, from 0 for Sunday. */
  weekday: number;
  hour: number;
  minute: number;
}

/**
 * Uses the browser's own Temporal if it exists: the first Intl.DateTimeFormat, which TZDate needs, takes as long as
 * everything else on a first screen.
 */
export const wallClock = (instant: Date, zone: string): WallClock =>
  'Temporal' in globalThis ? byTemporal(instant.getTime(), zone) : byTZDate(instant.getTime(), zone);

export function byTemporal(ms: number, zone: string): WallClock {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const { year, month, day, hour, minute } = at;
  return { year, month, day, weekday: at.dayOfWeek % 7, hour, minute };
}

export function byTZDate(ms: number, zone: string): WallClock {
  const at = new TZDate(ms, zone);
  return {
    year: at.getFullYear(),
    month: at.getMonth() + 1,
    day: at.getDate(),
    weekday: at.getDay(),
    hour: at.getHours(),
    minute: at.getMinutes(),
  };
}

/**
 * The instant in ms of a local time in a zone, the same on every device: a skipped time moves on by the skipped hour,
 * and a repeated one is the first.
 * @param month from 1
 */
export function instantOfWall(
  { year, month, day, hour, minute }: Omit<WallClock, 'weekday'>,
  zone: string,
): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  const offsetAt = (ms: number) => tzOffset(zone, new Date(ms)) * 60_000;
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  const real = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms) === wall);
  return real.length ? Math.min(...real) : wall - before;
}

const dayMs = 24 * 3_600_000;
