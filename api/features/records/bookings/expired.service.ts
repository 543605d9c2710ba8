import type { Tx } from '../../../db/database.ts';
import { readFree } from '../hours/held/free-hours.service.ts';
import { holdLedger } from '../hours/hours.service.ts';
import { readAgreedPart } from '../hours/overage/agreements.service.ts';
import type { BookingTable } from './bookings.table.ts';
import type { Cover } from './expired.rules.ts';

type Covered = Pick<
  BookingTable,
  'id' | 'user_id' | 'estimated_minutes' | 'payment_type' | 'unpaid_since' | 'scheduled_date'
>;

/**
 * The hours of the plan that cover a booking, with the member's ledger locked; `null` if no plan pays for it. The
 * caller holds the booking's lock.
 */
export async function readCover(db: Tx, booking: Covered, now: string): Promise<Cover | null> {
  const { id, user_id: userId, estimated_minutes, payment_type, unpaid_since, scheduled_date } = booking;
  if (payment_type !== 'subscription' || unpaid_since) return null;
  await holdLedger(db, userId);
  const agreed = await readAgreedPart(db, id, now);
  const free = await readFree(db, { userId, now, exceptId: id });
  return { minutes: estimated_minutes - agreed.minutes, visit: scheduled_date, freeAt: free.at };
}
