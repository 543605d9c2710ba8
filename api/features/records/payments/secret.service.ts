import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import type { PaymentIntent } from '../../../providers/payments/payments.ts';
import { withCustomer } from '../account/account.service.ts';
import { keepIntent } from './payments.repository.ts';
import type { PaymentTable } from './payments.table.ts';

export const attemptEnded = () => new Refusal('key_reused', 'This attempt has ended. Please begin again.');

/**
 * The secret with which a browser pays. The payment's id is the provider's idempotency key, so a repeat gets the
 * same secret; it is read from the provider and not stored.
 * @throws Refusal `key_reused` if the payment can no longer be made; PaymentRefused, PaymentsUnavailable
 */
export async function secretOf(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  row: PaymentTable,
): Promise<string> {
  const { payments } = deps;
  if (row.intent_id) {
    const known = await payments.readPaymentIntent(row.intent_id);
    if (!known || known.status === 'canceled') throw attemptEnded();
    return known.clientSecret;
  }
  return (await begin(deps, row)).clientSecret;
}

/**
 * The intent of a payment, created once if there is none.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export const intentOf = async (
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  row: PaymentTable,
): Promise<string> => row.intent_id ?? (await begin(deps, row)).id;

async function begin(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  row: PaymentTable,
): Promise<PaymentIntent> {
  const { db, clock, payments } = deps;
  const intent = await withCustomer(deps, row.user_id, (customerId) =>
    payments.createPaymentIntent({
      customerId,
      amountCents: row.amount_cents,
      currency: row.currency,
      description: row.description,
      metadata: { paymentId: row.id, userId: row.user_id, serviceId: row.service_id },
      attempt: row.id,
    }),
  );
  await keepIntent(db, row.id, intent.id, instant(clock));
  return intent;
}
