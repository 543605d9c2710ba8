import type { WallDay } from '../../../core/wall-clock.ts';
import { hoursOn, type RosterWorker } from '../workers/roster.rules.ts';

/** A span of time in ms since 1970. */
export interface Span {
  start: number;
  end: number;
}

/**
 * When a worker works on some days in a row: their hours, without breaks and granted leave. Hours that end at
 * midnight and go on after it are one span. Of a day on which the clocks change, a time that does not exist, or comes
 * twice, is promised only as far as both readings of the wall clock agree.
 * @param days in order
 */
export function shiftsOf(worker: RosterWorker, days: readonly WallDay[]): Span[] {
  const shifts: Span[] = [];
  for (const day of days)
    for (const { from, until } of hoursOn(worker, day.day, day.weekday)) {
      const span = { start: day.at(from, 'later'), end: day.at(until, 'earlier') };
      const last = shifts.at(-1);
      if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
      else if (span.start < span.end) shifts.push(span);
    }
  return worker.leave.reduce(
    (left, { startsAt, endsAt }) =>
      left.flatMap((span) => without(span, { start: Date.parse(startsAt), end: Date.parse(endsAt) })),
    shifts,
  );
}

function without(span: Span, taken: Span): Span[] {
  if (taken.end <= span.start || taken.start >= span.end) return [span];
  return [
    { start: span.start, end: taken.start },
    { start: taken.end, end: span.end },
  ].filter(({ start, end }) => start < end);
}
