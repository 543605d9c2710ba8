import { Refusal } from '../../../../core/refusal.ts';
import type { Tx } from '../../../../db/database.ts';
import { findMadeBefore, type Made } from './within-day.repository.ts';

const dayMs = 24 * 3_600_000;

/**
 * Refuses to make another of these for a person who has made `most` within the last day. The caller holds the person's
 * lock, so that no other is made meanwhile.
 * @throws Refusal `too_many_requests`, with the time after which another may be made
 */
export async function refuseWithinDay(
  db: Tx,
  made: Made,
  { userId, most, now, message }: { userId: string; most: number; now: Date; message: string },
): Promise<void> {
  const first = await findMadeBefore(db, made, userId, most - 1);
  const againMs = first ? Date.parse(first) + dayMs - now.getTime() : 0;
  if (againMs > 0)
    throw new Refusal('too_many_requests', message, { retryAfterSeconds: Math.ceil(againMs / 1000) });
}
