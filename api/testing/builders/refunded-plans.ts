import type { Db } from '../../db/database.ts';
import { settleRefundedHours } from '../../features/records/hours/withdrawn/withdrawn.service.ts';

/**
 * Refunds the newest invoice of a member's plan up to this sum, as if it were read from the card provider.
 * @param given.cents the whole sum, unless given
 * @returns the invoice's id
 */
export async function refundPlan(
  db: Db,
  { userId, cents, now }: { userId: string; cents?: number; now: string },
): Promise<string> {
  const newest = db
    .selectFrom('invoices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('period_start', 'desc')
    .limit(1);
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .updateTable('invoices')
      .set((e) => ({ refunded_cents: cents ?? e.ref('amount_paid_cents') }))
      .where('id', '=', newest)
      .returning('id')
      .executeTakeFirstOrThrow();
    await settleRefundedHours(tx, { userId, now });
    return id;
  });
}
