import type { WallDay } from '../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Roster } from './roster.rules.ts';
import { lockAllWorkers, lockWorkers, readRoster } from './workers.repository.ts';

/**
 * The workers with all that decides when they work on some days.
 * @param query.workerIds these; without them, all that are switched on
 * @param query.days in order, one at least
 */
export function rosterOf(
  db: Db,
  { workerIds, days }: { workerIds?: readonly string[] | undefined; days: readonly WallDay[] },
): Promise<Roster> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error('A roster needs a day');
  return readRoster(db, {
    ...(workerIds && { workerIds }),
    from: first.day,
    until: last.day,
    leaveFrom: new Date(first.start).toISOString(),
    leaveUntil: new Date(last.end).toISOString(),
  });
}

/** Locks workers until the transaction ends, before what decides about their time is read. */
export async function holdWorkers(db: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length) await lockWorkers(db, ids);
}

/** Locks all workers, where the ones to lock follow from one another. */
export async function holdAllWorkers(db: Tx): Promise<void> {
  await lockAllWorkers(db);
}
