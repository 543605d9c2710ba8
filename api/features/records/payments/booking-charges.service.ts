import type { Charge } from '../../../contract/schemas/refunds.ts';
import type { Db } from '../../../db/database.ts';
import { selectOfBooking } from './payments.repository.ts';
import { listRefundsOf } from './refunds/refunds.service.ts';

/** The card payments that were made for a booking, also for work past its customer's hours, oldest first. */
export async function listBookingCharges(
  db: Db,
  booking: { id: string; user_id: string; payment_id: string | null },
): Promise<Charge[]> {
  const rows = await selectOfBooking(db, booking);
  const refunds = await listRefundsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    refunds: refunds.get(row.id) ?? [],
  }));
}
