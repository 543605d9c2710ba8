import { instant } from '../../../core/clock.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentsUnavailable, type WebhookEvent } from '../../../providers/payments/payments.ts';
import { syncInvoiceRefunds } from '../../records/billing/billing.service.ts';
import { cardSaved } from '../../records/cards/cards.service.ts';
import { fulfilPayment } from '../checkout/fulfilment.service.ts';
import { syncRefunds } from '../checkout/refunds.service.ts';
import { syncDisputes } from '../dispute-cases/dispute-cases.service.ts';
import { syncSubscription } from '../plan-changes/sync.service.ts';
import { isRecorded, recordEvent, selectRecorded } from './webhooks.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log' | 'changes'>;

/**
 * Takes an event as a hint to read the truth again; the order of events does not matter. Its id is stored with its
 * effect, so a repeat changes nothing.
 */
export async function receiveEvent(deps: Parts, event: WebhookEvent): Promise<void> {
  const { db, clock } = deps;
  if (await isRecorded(db, event.id)) return;
  const also = (tx: Tx) => recordEvent(tx, { id: event.id, type: event.type, received_at: instant(clock) });
  const { kind, id, subscriptionId } = event.object;
  if (kind === 'payment_intent') await fulfilPayment(deps, id, also);
  else if (kind === 'refund') await refundsChanged(deps, id, also);
  else if (kind === 'dispute') await syncDisputes(deps, id, also);
  else if (kind === 'subscription') await syncSubscription(deps, id, also);
  else if (kind === 'invoice' && subscriptionId) await syncSubscription(deps, subscriptionId, also);
  else {
    await db.transaction().execute(also);
    if (kind === 'card') await cardSaved(deps, id);
  }
}

/** Longer than the provider repeats an event (three days), shorter than we know which ones came. */
const missedMs = 7 * 24 * 60 * 60_000;
/** The number of events that are looked up in one query. */
const lookedUp = 100;

/**
 * Receives the events of the last week that are not recorded here, such as those of the owner's acts in the provider's
 * dashboard, which nothing here waits for. What the provider knows of their delivery is not asked: it sent none while
 * the endpoint was disabled, and what it delivered before a backup was restored is lost here. One that cannot be
 * read or received does not delay the others.
 * @throws PaymentsUnavailable
 */
export async function receiveMissedEvents(deps: Parts, stopping: AbortSignal): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - missedMs).toISOString();
  const events = await deps.payments.listEvents(since, (event, err) =>
    deps.log.warn({ err, event }, 'a missed event could not be read'),
  );
  for (let first = 0; first < events.length; first += lookedUp) {
    const some = events.slice(first, first + lookedUp);
    const recorded = await selectRecorded(
      deps.db,
      some.map(({ id }) => id),
    );
    for (const event of some.filter(({ id }) => !recorded.has(id))) {
      if (stopping.aborted) return;
      await receiveMissed(deps, event);
    }
    // SQLite answers without giving other work a turn.
    await letOthersGo();
  }
}

async function receiveMissed(deps: Parts, event: WebhookEvent): Promise<void> {
  try {
    await receiveEvent(deps, event);
  } catch (err) {
    if (err instanceof PaymentsUnavailable) throw err;
    deps.log.warn({ err, event: event.id, type: event.type }, 'a missed event could not be received');
  }
}

/**
 * Handles a refund, made or failed, of an intent that paid one of our payments, an invoice of a plan, or neither.
 */
async function refundsChanged(deps: Parts, intentId: string, also: (tx: Tx) => Promise<void>): Promise<void> {
  // The payment's own event may be lost, or come after this one.
  const { kind } = await fulfilPayment(deps, intentId);
  if (kind !== 'unknown' && (await syncRefunds(deps, intentId, also))) return;
  const invoice = kind === 'unknown' ? await deps.payments.readInvoiceOf(intentId) : null;
  if (!invoice?.subscriptionId) return deps.db.transaction().execute(also);
  await syncSubscription(deps, invoice.subscriptionId);
  await syncInvoiceRefunds(deps, { id: invoice.id, intentId }, also);
}
