import type { OwnWeek } from '../../../api/contract/schemas/settings/workers.ts';
import { toLocalInput } from '../../lib/time/dates.ts';

type Visit = OwnWeek['visits'][number];

/** The visits of each day that has some, in the order of the days. */
export function byDay(visits: readonly Visit[], zone: string): { day: string; visits: Visit[] }[] {
  const days = Map.groupBy(visits, ({ startsAt }) => toLocalInput(startsAt, zone).slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, visits: ofDay }));
}

/** The day some weeks later ('2026-12-21'), or earlier if negative. */
export function weekLater(day: string, weeks: number): string {
  const at = new Date(`${day}T12:00:00.000Z`);
  at.setUTCDate(at.getUTCDate() + 7 * weeks);
  return at.toISOString().slice(0, 10);
}
