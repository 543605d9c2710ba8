import { instant } from '../../clock.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { WebhookEvent } from '../../providers/payments/payments.ts';
import { fulfilPayment } from '../checkout/fulfilment.service.ts';
import { syncSubscription } from '../subscription/sync.service.ts';
import { isRecorded, recordEvent } from './webhooks.repository.ts';

/**
 * Takes an event as a hint to read the truth again; its order says nothing. Its id is stored with its effect, so a
 * repeat changes nothing.
 */
export async function receiveEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log'>,
  event: WebhookEvent,
): Promise<void> {
  const { db, clock } = deps;
  if (await isRecorded(db, event.id)) return;
  const also = (tx: Tx) => recordEvent(tx, { id: event.id, type: event.type, received_at: instant(clock) });
  const { kind, id, subscriptionId } = event.object;
  if (kind === 'payment_intent') await fulfilPayment(deps, id, also);
  else if (kind === 'subscription') await syncSubscription(deps, id, also);
  else if (kind === 'invoice' && subscriptionId) await syncSubscription(deps, subscriptionId, also);
  else await db.transaction().execute(also);
}
