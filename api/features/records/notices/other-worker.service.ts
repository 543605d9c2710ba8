import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';
import { hasUntoldOf } from './notices.repository.ts';
import { addNotice } from './notices.service.ts';

/** A booking update: other workers come than the customer knows of. */
export interface OtherWorkerContent {
  /** The ids of those whom the customer knows of, in order. */
  knownWorkers: string[];
}

const dayMs = 24 * 3_600_000;

/** A dispatcher who tries this and that has decided by then; less if the visit is near. */
const decidedWithinMs = 10 * 60_000;

/** The next look at a visit from which everybody was taken, and to which nobody has been sent yet. */
export const lookAgainMs = 10 * 60_000;

/**
 * Notifies a customer that others come, if the visit begins within a day: its reminder named those who came before.
 * Earlier changes are told by the confirmation and the reminder, which name whoever comes when they are sent. One such
 * notice waits at a time, and knows whom the customer knew of before all changes; if the same people come again, it is
 * dropped. In the transaction that changes who comes.
 */
export async function announceOtherWorker(
  db: Tx,
  {
    bookingId,
    userId,
    knownWorkers,
    start,
    now,
  }: { bookingId: string; userId: string; knownWorkers: readonly string[]; start: string; now: string },
): Promise<void> {
  const aheadMs = Date.parse(start) - Date.parse(now);
  if (knownWorkers.length === 0 || aheadMs <= 0 || aheadMs > dayMs) return;
  if (await hasUntoldOf(db, { bookingId, userId, occasions: occasionsOf(bookingId) })) return;
  const content: OtherWorkerContent = { knownWorkers: [...knownWorkers].sort() };
  const after = Math.min(decidedWithinMs, aheadMs / 2);
  await addNotice(
    db,
    {
      ...{ kind: 'booking_update', occasion: `${occasionsOf(bookingId)}${randomUUID()}` },
      ...{ bookingId, userId, content, now },
    },
    { push: after, mail: after },
  );
}

const occasionsOf = (bookingId: string): string => `comes:${bookingId}:`;
