import { formatDay } from '../../lib/time/dates.ts';

/** Groups entries by day of the zone, in their given order. */
export function byDay<T extends { at: string }>(
  entries: readonly T[],
  zone: string,
  now: Date = new Date(),
): { day: string; entries: T[] }[] {
  const days: { day: string; entries: T[] }[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.at, zone, now);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
