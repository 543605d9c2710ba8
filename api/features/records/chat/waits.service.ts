import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { tellTeam } from '../team-notices/team-notices.service.ts';
import { claimWaits, selectConversation } from './chat.repository.ts';

/** Customers in the live chat are promised that somebody is there; the team is told of a longer wait. */
const patienceMs = 2 * 60_000;
/** A wait that began earlier is no news. */
const oldMs = 24 * 3_600_000;
const mostWaits = 100;

/** Tells the team of customers who wait in the live chat for more than two minutes, once for each wait. */
export async function noteWaits(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.transaction().execute(async (tx) => {
    const waits = await claimWaits(tx, { before: ago(patienceMs), after: ago(oldMs), rows: mostWaits });
    for (const { user_id: userId, waiting_since: since } of waits)
      await tellTeam(tx, {
        news: { what: 'chat_waiting', userId, since },
        key: `${userId}:${since}`,
        now: now.toISOString(),
      });
  });
}

/** Whether a customer still waits for the answer that they began to wait for at an instant. */
export async function isStillWaiting(
  db: Db,
  { userId, since }: { userId: string; since: string },
): Promise<boolean> {
  const [conversation] = await selectConversation(db, { userId });
  return conversation?.waiting_since === since;
}
