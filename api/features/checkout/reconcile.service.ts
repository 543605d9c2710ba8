import { instant } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { selectOpenPayments, updatePayment } from './checkout.repository.ts';
import { fulfilPayment } from './fulfilment.service.ts';

const unseenMs = 60 * 1000;
const abandonedMs = 24 * 60 * 60 * 1000;
const batch = 50;

/** Reads what is open at the provider again; what nobody paid within a day is cancelled there and here. */
export async function reconcilePayments(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
): Promise<void> {
  const { db, clock, payments, log } = deps;
  const now = clock.now().getTime();
  for (const payment of await selectOpenPayments(db, new Date(now - unseenMs).toISOString(), batch)) {
    const abandoned = Date.parse(payment.created_at) < now - abandonedMs;
    try {
      const outcome = payment.intent_id ? await fulfilPayment(deps, payment.intent_id) : { kind: 'open' };
      if (outcome.kind !== 'open' && outcome.kind !== 'unknown') continue;
      if (abandoned && payment.intent_id) await payments.cancelPaymentIntent(payment.intent_id, payment.id);
      await updatePayment(db, payment.id, {
        ...(abandoned && { status: 'canceled' }),
        updated_at: instant(clock),
      });
    } catch (err) {
      log.warn(
        { err, payment: payment.id },
        'a payment could not be reconciled; it stays for the next round',
      );
    }
  }
}
