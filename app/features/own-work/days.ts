import type { OwnWeek } from '../../../api/contract/schemas/settings/workers.ts';
import { toLocalInput } from '../../lib/time/dates.ts';

type Visit = OwnWeek['visits'][number];

/** The visits of each day that has some, in the order of the days. */
export function byDay(visits: readonly Visit[], zone: string): { day: string; visits: Visit[] }[] {
  const days = Map.groupBy(visits, ({ startsAt }) => toLocalInput(startsAt, zone).slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, visits: ofDay }));
}
