import { randomUUID } from 'node:crypto';
import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { findOwnInvoice, syncInvoiceRefunds } from '../../records/billing/billing.service.ts';
import { findPaidBooking } from '../../records/bookings/bookings.service.ts';
import { settleDisputedHours } from '../../records/hours/withdrawn/withdrawn.service.ts';
import { announceBilling, type BillingNews } from '../../records/notices/notices.service.ts';
import { selectUnseen, upsertDispute } from '../../records/payments/disputes/disputes.repository.ts';
import type { DisputeTable } from '../../records/payments/disputes/disputes.table.ts';
import { tellTeam } from '../../records/team-notices/team-notices.service.ts';
import { fulfilPayment } from '../checkout/fulfilment.service.ts';
import { findOwnPayment, syncRefunds } from '../checkout/refunds.service.ts';
import { syncSubscription } from '../plan-changes/sync.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log' | 'changes'>;
/** The disputed payment: its person and purpose, and its text on the bill. */
interface Subject {
  of: Pick<DisputeTable, 'user_id' | 'payment_id' | 'booking_id' | 'invoice_id'>;
  description: string;
}

const nothing = async (_: Tx): Promise<void> => {};
const unseenMs = 60 * 60_000;
const batch = 50;

/**
 * Reads the disputes of an intent afresh and updates our books. While the bank decides, the booking or the plan's
 * hours are frozen. A lost dispute counts as refunded. May run any number of times.
 * @param also runs in the transaction of the effect
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function syncDisputes(
  deps: Parts,
  intentId: string,
  also: (tx: Tx) => Promise<void> = nothing,
): Promise<void> {
  const { db, clock, payments, changes } = deps;
  const subject = await subjectOf(deps, intentId);
  if (!subject) return db.transaction().execute(also);
  const { user_id, booking_id, invoice_id } = subject.of;
  const disputes = await payments.readDisputes(intentId);
  const isNews = await db.transaction().execute(async (tx) => {
    const now = instant(clock);
    let news = false;
    for (const dispute of disputes) {
      const row: DisputeTable = {
        id: randomUUID(),
        provider_id: dispute.id,
        intent_id: intentId,
        ...subject.of,
        amount_cents: dispute.amountCents,
        reason: dispute.reason,
        state: dispute.state,
        answer_by: dispute.answerBy,
        created_at: dispute.created,
        updated_at: now,
        closed_at: dispute.state === 'won' || dispute.state === 'lost' ? now : null,
      };
      const { before, isNews } = await upsertDispute(tx, row);
      if (isNews) news = true;
      if (before !== row.state && (row.state === 'open' || row.state === 'inquiry'))
        await tellTeam(tx, {
          news: { what: 'dispute', disputeId: dispute.id, amountCents: dispute.amountCents },
          key: `${dispute.id}:${row.state}`,
          now,
        });
      await tellMember(tx, row, { before, description: subject.description });
    }
    if (invoice_id) await settleDisputedHours(tx, { userId: user_id, invoiceId: invoice_id, now });
    await also(tx);
    return news;
  });
  if (!isNews) return;
  deps.log.info({ intent: intentId, states: disputes.map(({ state }) => state) }, 'a payment is disputed');
  disputesChanged(changes);
  if (booking_id) bookingChanged(changes, { id: booking_id, userId: user_id });
  planChanged(changes, user_id);
}

/** The payment or invoice of an intent, after its books were updated; `null` if it is not ours. */
async function subjectOf(deps: Parts, intentId: string): Promise<Subject | null> {
  const { db, payments } = deps;
  const { kind } = await fulfilPayment(deps, intentId);
  if (kind !== 'unknown') {
    await syncRefunds(deps, intentId);
    const payment = await findOwnPayment(db, intentId);
    if (!payment) return null;
    const booking_id = payment.pastBookingId ?? (await findPaidBooking(db, payment.id));
    const of = { user_id: payment.userId, payment_id: payment.id, booking_id, invoice_id: null };
    return { of, description: payment.description };
  }
  const paid = await payments.readInvoiceOf(intentId);
  if (!paid?.subscriptionId) return null;
  await syncSubscription(deps, paid.subscriptionId);
  await syncInvoiceRefunds(deps, { id: paid.id, intentId });
  const invoice = await findOwnInvoice(db, paid.id);
  if (!invoice) return null;
  const of = { user_id: invoice.userId, payment_id: null, booking_id: null, invoice_id: paid.id };
  return { of, description: invoice.description };
}

/**
 * Notifies the member when the dispute freezes their booking or hours, and when it ends in their favour. Each is
 * told once, because another person of the household may pay or dispute. A loss is told by the bank and shown in the
 * billing history.
 */
async function tellMember(
  db: Tx,
  dispute: DisputeTable,
  { before, description }: { before: DisputeTable['state'] | null; description: string },
): Promise<void> {
  const { provider_id, invoice_id, booking_id, state, updated_at: now } = dispute;
  const { user_id: userId, amount_cents: amountCents } = dispute;
  // What froze nothing was not told, so its end is no news either.
  const isWonBack = state === 'won' && (before === 'open' || before === 'lost');
  if (before === state || !(state === 'open' || isWonBack)) return;
  const about = invoice_id ? 'plan' : booking_id ? 'booking' : 'payment';
  const what = state === 'open' ? 'disputed' : 'dispute_won';
  const news: BillingNews = { what, about, description, amountCents };
  await announceBilling(db, { occasion: `${what}:${provider_id}`, userId, news, now });
}

/**
 * Checks open disputes again that had no event for an hour; a failing one does not delay the others.
 * @throws PaymentsUnavailable
 */
export async function reconcileDisputes(deps: Parts, stopping: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - unseenMs).toISOString();
  for (let after = ''; ; ) {
    const unseen = await selectUnseen(deps.db, { before, after, limit: batch });
    for (const { intent_id } of unseen) {
      if (stopping.aborted) return;
      await look(deps, intent_id);
    }
    if (unseen.length < batch) return;
    after = unseen.at(-1)?.provider_id ?? '';
    await letOthersGo();
  }
}

async function look(deps: Parts, intentId: string): Promise<void> {
  try {
    await syncDisputes(deps, intentId);
  } catch (err) {
    if (err instanceof PaymentsUnavailable) throw err;
    deps.log.warn({ err, intent: intentId }, 'a dispute could not be read');
  }
}
