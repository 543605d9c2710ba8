import { TZDate } from '@date-fns/tz';

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
