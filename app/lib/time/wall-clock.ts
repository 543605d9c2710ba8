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
 * Uses the browser's own Temporal if it exists: the first Intl.DateTimeFormat, which an offset needs, takes as long as
 * everything else on a first screen.
 */
export const wallClock = (instant: Date, zone: string): WallClock =>
  'Temporal' in globalThis ? byTemporal(instant.getTime(), zone) : byOffset(instant.getTime(), zone);

export function byTemporal(ms: number, zone: string): WallClock {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const { year, month, day, hour, minute } = at;
  return { year, month, day, weekday: at.dayOfWeek % 7, hour, minute };
}

export function byOffset(ms: number, zone: string): WallClock {
  const at = new Date(ms + offsetAt(ms, zone));
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    weekday: at.getUTCDay(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** The zone's offset from UTC in ms, read from '11/28/2026, GMT+11:00'. Old local times have seconds. */
function offsetAt(ms: number, zone: string): number {
  const offset = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(offsetFormat(zone).format(ms));
  if (!offset) return 0;
  const [, sign, hours, minutes, seconds = 0] = offset;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1000;
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
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)];
  const real = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms, zone) === wall);
  return real.length ? Math.min(...real) : wall - before;
}

const dayMs = 24 * 3_600_000;
