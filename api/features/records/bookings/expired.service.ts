import type { Selectable } from 'kysely';
import { missingMinutes } from '../../../contract/rules/overage.ts';
import type { Tx } from '../../../db/database.ts';
import { readFree } from '../hours/held/free-hours.service.ts';
import { holdLedger } from '../hours/hours.service.ts';
import { readAgreedPart } from '../hours/overage/agreements.service.ts';
import type { BookingTable } from './bookings.table.ts';

/**
 * Minutes of the plan that cover a booking now and expire before another time. The caller holds the booking's lock.
 */
export async function minutesLostBy(
  db: Tx,
  booking: Selectable<BookingTable>,
  { to, now }: { to: string; now: string },
): Promise<number> {
  const { id, user_id: userId, estimated_minutes, payment_type, unpaid_since, scheduled_date } = booking;
  if (payment_type !== 'subscription' || unpaid_since) return 0;
  await holdLedger(db, userId);
  const { minutes } = await readAgreedPart(db, id, to);
  const free = await readFree(db, { userId, now, exceptId: id });
  const missingAt = (at: string | null) => missingMinutes(free.at(at), estimated_minutes - minutes);
  return Math.max(0, missingAt(to) - missingAt(scheduled_date));
}
