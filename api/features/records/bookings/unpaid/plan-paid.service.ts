import type { Tx } from '../../../../db/database.ts';
import { readFree } from '../../hours/held/free-hours.service.ts';
import { holdLedger } from '../../hours/hours.service.ts';
import { endAgreed } from '../../hours/overage/agreements.service.ts';
import { holdAllWorkers } from '../../workers/roster.service.ts';
import { noteBooked } from '../booked.service.ts';
import { bookChosenTime } from '../held-time.service.ts';
import { clearUnpaid, lockUnpaidOf } from './unpaid.repository.ts';

/**
 * Handles a person's new plan: their waiting bookings hold its hours from now on, the longest waiting first, if
 * hours that are free at the visit cover them. Agreements under an earlier plan end. Bookings that are not covered
 * go on waiting and are cancelled unless paid.
 * @returns the ids of the bookings that wait no more
 */
export async function planPaid(db: Tx, userId: string, now: string): Promise<string[]> {
  await holdLedger(db, userId);
  const waiting = await lockUnpaidOf(db, userId);
  if (!waiting.length) return [];
  const free = await readFree(db, { userId, now });
  const covered: string[] = [];
  for (const { id, estimated_minutes: minutes, scheduled_date: at } of waiting) {
    if (minutes > free.at(at)) continue;
    free.hold({ at, minutes });
    covered.push(id);
  }
  // Each of the bookings may need other workers, and two plans that are paid at once the same ones.
  if (waiting.length > 1) await holdAllWorkers(db);
  await clearUnpaid(db, covered, now);
  await endAgreed(db, covered, now);
  for (const bookingId of covered) {
    const isAgreed = await bookChosenTime(db, { bookingId, now }, { bookingId });
    await noteBooked(db, { bookingId, userId, isAgreed, now });
  }
  return covered;
}
