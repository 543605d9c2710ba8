import { bookingChanged } from '../../../bus/changed.ts';
import { answerMs } from '../../../contract/rules/overtime-terms.ts';
import type { Deps } from '../../../deps.ts';
import { selectWaitingSince } from '../../records/hours/overtime/overtime.repository.ts';
import { decideLapse } from './answer.decide.ts';
import { writeAnswer } from './answer.service.ts';

const batch = 100;

/**
 * Ends the questions about longer work that their customers did not answer in time: the estimates stand, and nothing
 * is charged. The team may ask again. While the booking's payment is disputed, nobody can answer, and nothing ends.
 */
export async function lapseQuestions(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'changes'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log, changes } = deps;
  const since = new Date(clock.now().getTime() - answerMs).toISOString();
  for (const { id, booking_id: bookingId, user_id: userId } of await selectWaitingSince(db, since, batch)) {
    if (stopping.aborted) return;
    try {
      const query = { answer: 'lapsed', person: null, id: bookingId, questionId: id } as const;
      await writeAnswer(deps, query, decideLapse);
      bookingChanged(changes, { id: bookingId, userId });
    } catch (err) {
      log.warn({ err, booking: bookingId }, 'a question about longer work could not be ended');
    }
  }
}
