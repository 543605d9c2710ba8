import { threadChanged } from '../../../bus/changed.ts';
import type { AdminBooking } from '../../../contract/calls/admin-booking-calls.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../audit/audit.service.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { dropUncountedWait, endWait, selectLastMessage, selectWait } from './messages.repository.ts';

/**
 * Ends a customer's wait in a booking's thread without an answer, as after 'Perfect, thank you.'; their next message
 * waits again. A repeat changes nothing. The contract asks for the permission.
 * @param lastSeenId the thread's last message as the administrator saw it
 * @throws Refusal `not_found`; `conflict` if another message is the last one now
 */
export async function waiveAnswer(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  bookingId: string,
  lastSeenId: string,
): Promise<AdminBooking['thread']> {
  const { db, clock, changes } = deps;
  const { userId, last, ended } = await db.transaction().execute(async (tx) => {
    // A message is stored while its booking is locked.
    const { user_id: userId } = await lockAnyBooking(tx, bookingId);
    const [last] = await selectLastMessage(tx, { bookingId });
    if (last?.id !== lastSeenId)
      throw new Refusal('conflict', 'Somebody has written meanwhile. Please read it first.');
    const [wait] = await selectWait(tx, { bookingId });
    if (!wait) return { userId, last, ended: false };
    await dropUncountedWait(tx, { bookingId });
    await endWait(tx, { bookingId });
    const subject = { kind: 'booking', id: bookingId } as const;
    await recordAct(tx, {
      actorId: person.id,
      act: 'booking_answer_waived',
      subject,
      userId,
      now: instant(clock),
    });
    return { userId, last, ended: true };
  });
  if (ended) threadChanged(changes, { id: bookingId, userId });
  return {
    count: last.seq,
    lastAt: last.created_at,
    lastFrom: last.sender_type,
    lastId: last.id,
    waitingSince: null,
  };
}
