import { instant } from '../../../core/clock.ts';
import type { Deps } from '../../../deps.ts';
import type { PaymentIntent } from '../../../providers/payments/payments.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';
import { lockAgreement, updateAgreement } from '../../records/hours/overage/overage.repository.ts';
import { beginOveragePayment } from '../../records/payments/overage-payments.service.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';

const isUnpaid = (status: PaymentIntent['status']): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

/**
 * Begins the open payment of done work anew if its intent belongs to a customer that the owner has deleted at the
 * provider: no card of the customer's successor can pay that intent.
 * @returns the id of the payment that the work has now, of which the caller cancels the former; `null` if nothing
 * was changed
 */
export async function replaceForeignCharge(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  row: PaymentTable,
  intentId: string,
): Promise<string | null> {
  const { db, clock, payments } = deps;
  const bookingId = row.past_booking_id;
  const intent = await payments.readPaymentIntent(intentId);
  // An intent that is being charged may still be paid.
  if (!intent || !isUnpaid(intent.status)) return null;
  if (!bookingId || intent.customerId === (await ensureCustomer(deps, row.user_id))) return null;
  return db.transaction().execute(async (tx) => {
    const agreed = await lockAgreement(tx, bookingId);
    if (agreed?.payment_id !== row.id) return null;
    const begun = await beginOveragePayment(tx, {
      bookingId,
      userId: row.user_id,
      serviceId: row.service_id,
      amountCents: row.amount_cents,
      currency: row.currency,
      description: row.description,
      now: instant(clock),
    });
    await updateAgreement(tx, bookingId, { payment_id: begun });
    return begun;
  });
}
