/** A quarter of an hour: the unit of the second net (`worker_quarters`). In ms, as all times of this folder's rules. */
export const quarterMs = 15 * 60_000;
const minuteMs = 60_000;

/** What a visit takes of a worker's day. */
export interface Work {
  /** The estimate. */
  minutes: number;
  /** The time that this worker needs, in percent of the estimate. */
  pace: number;
  /** Kept free after the work, by the service. */
  bufferMinutes: number;
}

/**
 * The end of a visit that begins at `start`: after the work at the worker's pace and the buffer, rounded up once to a
 * quarter of an hour. Two visits in a row therefore never share a quarter.
 */
export const reservedEnd = (start: number, { minutes, pace, bufferMinutes }: Work): number =>
  roundedUp(start + Math.ceil((minutes * pace) / 100) * minuteMs + bufferMinutes * minuteMs);

const roundedUp = (at: number): number => Math.ceil(at / quarterMs) * quarterMs;

/** The quarters that a time touches, each by its number since 1970: small integers that both engines order alike. */
export function quartersOf(start: number, end: number): number[] {
  const first = Math.floor(start / quarterMs);
  return Array.from({ length: Math.ceil(end / quarterMs) - first }, (_, n) => first + n);
}
