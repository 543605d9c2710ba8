import { TZDate } from '@date-fns/tz';

/** What hangs on the wall of a zone: a clock of 24 hours and a calendar. */
export interface WallClock {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  /** From 0, a Sunday. */
  weekday: number;
  hour: number;
  minute: number;
}

/**
 * By the browser's own knowledge of the zones, where it has Temporal: the first Intl.DateTimeFormat, which TZDate
 * asks, keeps a first screen waiting for as long as all that stands on it.
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
