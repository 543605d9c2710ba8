import type { Deps } from '../../../deps.ts';
import { deleteHold, selectHold, selectLapsed } from './visits.repository.ts';
import { freeHeldTime, holdVisitsOf } from './visits.service.ts';

const batch = 100;
const dayMs = 24 * 3_600_000;
/** A booking waits a day for its plan, and a bank's answer a few days at most. */
const waitsDays = 8;

/** Deletes holds that have lapsed. They take no time since then, so nobody waits for this. */
export async function clearHolds(deps: Pick<Deps, 'db' | 'clock'>, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  for (;;) {
    const now = clock.now();
    const bounds = {
      now: now.toISOString(),
      longAgo: new Date(now.getTime() - waitsDays * dayMs).toISOString(),
      most: batch,
    };
    const lapsed = await selectLapsed(db, bounds);
    for (const { id } of lapsed) {
      if (stopping.aborted) return;
      await db.transaction().execute(async (tx) => {
        await holdVisitsOf(tx, [{ holdId: id }]);
        // A payment that began a moment before the end keeps the time longer.
        const hold = await selectHold(tx, { id });
        if (!hold || hold.expires_at > bounds.now) return;
        await freeHeldTime(tx, { holdId: id });
        await deleteHold(tx, id);
      });
    }
    if (lapsed.length < batch) return;
  }
}
