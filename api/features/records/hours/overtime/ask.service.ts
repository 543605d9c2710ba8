import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../../db/database.ts';
import { announceOvertime } from '../../notices/notices.service.ts';
import type { Asking } from './ask.rules.ts';
import { insertQuestion, settleQuestion } from './overtime.repository.ts';

/** Asks the question, or ends the standing one, in the transaction that decides it. */
export async function settleAsking(
  db: Tx,
  booking: { id: string; user_id: string },
  { standing, next }: Asking,
  { actorId, now }: { actorId: string; now: string },
): Promise<void> {
  if (next === 'stays') return;
  if (standing) await settleQuestion(db, standing.id, { state: 'withdrawn', settled_at: now });
  if (next === 'ends') return;
  const id = randomUUID();
  await insertQuestion(db, {
    id,
    booking_id: booking.id,
    user_id: booking.user_id,
    ...next,
    state: 'waiting',
    asked_by: actorId,
    asked_at: now,
    settled_at: null,
  });
  await announceOvertime(db, { questionId: id, bookingId: booking.id, userId: booking.user_id, now });
}
