import { bookingChanged } from '../../../bus/changed.ts';
import { answerMs } from '../../../contract/rules/overtime-terms.ts';
import { instant } from '../../../core/clock.ts';
import type { Deps } from '../../../deps.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import {
  findQuestion,
  selectWaitingSince,
  settleQuestion,
} from '../../records/hours/overtime/overtime.repository.ts';
import { isDisputed } from '../../records/payments/disputes/frozen.service.ts';

const batch = 100;

/**
 * Ends the questions about longer work that their customers did not answer in time: the estimates stand, and nothing
 * is charged. The team may ask again. While the booking's payment is disputed, nobody can answer, and nothing ends.
 */
export async function lapseQuestions(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'changes'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log, changes } = deps;
  const since = new Date(clock.now().getTime() - answerMs).toISOString();
  for (const { id, booking_id: bookingId, user_id: userId } of await selectWaitingSince(db, since, batch)) {
    if (stopping.aborted) return;
    try {
      await db.transaction().execute(async (tx) => {
        await lockAnyBooking(tx, bookingId);
        if ((await findQuestion(tx, id))?.state !== 'waiting' || (await isDisputed(tx, bookingId))) return;
        await settleQuestion(tx, id, { state: 'lapsed', settled_at: instant(clock) });
      });
      bookingChanged(changes, { id: bookingId, userId });
    } catch (err) {
      log.warn({ err, booking: bookingId }, 'a question about longer work could not be ended');
    }
  }
}
