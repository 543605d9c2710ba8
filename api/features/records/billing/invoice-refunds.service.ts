import { disputesChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { settleRefundedHours } from '../hours/withdrawn/withdrawn.service.ts';
import { announceBilling } from '../notices/notices.service.ts';
import { completed, endByHand, readAsked, readRest } from '../payments/refunds/refunds.service.ts';
import { noteStuckRefund } from '../team-notices/failed-jobs.service.ts';
import {
  findInvoice,
  lockInvoice,
  markRefundDue,
  noteRefundTrouble,
  selectRefundsDue,
  selectStuckInvoices,
  settleTrouble,
} from './billing.repository.ts';
import { syncInvoiceRefunds } from './billing.service.ts';
import { cameBackTooOften, refundAttempt } from './refund-attempt.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>;

const batch = 50;
const mostStuck = 200;

/** Decides, once, to refund the rest of the payment for a plan that its member never had, and notifies the member by the plan's name. */
export async function decideInvoiceRefund(
  db: Tx,
  {
    id,
    userId,
    plan,
    amountCents,
    now,
  }: { id: string; userId: string; plan: string; amountCents: number; now: string },
): Promise<void> {
  if (!(await markRefundDue(db, id))) return;
  const { amount_paid_cents: amount_cents, refunded_cents } = await lockInvoice(db, id);
  const restCents = await readRest(db, { id, amount_cents, refunded_cents });
  // All of it is on its way back in parts, of which the member was told.
  if (restCents === 0) return;
  const description = `the ${plan} plan`;
  const news = { what: 'refunded', description, amountCents, restCents } as const;
  await announceBilling(db, { occasion: `refund:${id}`, userId, news, now });
}

/**
 * Makes all decided refunds of invoices that are not made yet; a failing one does not delay the others.
 * @throws PaymentsUnavailable
 */
export async function refundInvoices(deps: Parts, stopping: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const due = await selectRefundsDue(deps.db, { after, limit: batch });
    for (const { id } of due) {
      if (stopping.aborted) return;
      try {
        await makeInvoiceRefund(deps, id);
      } catch (err) {
        if (err instanceof PaymentsUnavailable) throw err;
        deps.log.warn({ err, invoice: id }, 'the refund of an invoice was not made');
      }
    }
    if (due.length < batch) return;
    after = due.at(-1)?.id ?? '';
    await letOthersGo();
  }
}

/**
 * Refunds the rest of an invoice. The attempt is named by the invoice and by the number of failed refunds, so
 * repeated calls refund once. A refusal of the provider waits for a person.
 * @throws PaymentsUnavailable
 */
async function makeInvoiceRefund(deps: Parts, id: string): Promise<void> {
  const { db, clock, payments, log, changes } = deps;
  const invoice = await findInvoice(db, id);
  if (invoice?.refund_state !== 'due' || invoice.refund_trouble !== null) return;
  try {
    const intentId = await payments.readIntentOf(id);
    if (!intentId) throw new PaymentRefused('No payment of this invoice was found.', 'no_payment');
    const read = await payments.readRefunds(intentId);
    const { leftCents, failed } = await completed(db, id, read);
    const { refund_tries: tries } = invoice;
    if (leftCents > 0 && cameBackTooOften(failed, tries))
      throw new PaymentRefused('The bank has sent the refund back.', 'refund_failed');
    const askedCents = await readAsked(db, id, read);
    if (leftCents > 0 && askedCents !== 0) {
      const attempt = refundAttempt(id, failed, tries);
      const part = askedCents !== null && { part: { amountCents: askedCents } };
      await payments.refund({ paymentIntentId: intentId, attempt, ...part });
    }
    await syncInvoiceRefunds(deps, { id, intentId });
  } catch (err) {
    if (!(err instanceof PaymentRefused)) throw err;
    log.error({ err, invoice: id }, 'a refund was refused: it needs a person');
    await db.transaction().execute(async (tx) => {
      await noteRefundTrouble(tx, id, err.message);
      await noteStuckRefund(tx, { id, tries: invoice.refund_tries, now: instant(clock) });
    });
    disputesChanged(changes);
  }
}

/** Refunds that wait for a person. */
export const listStuckInvoices = (db: Db) => selectStuckInvoices(db, mostStuck);

/** The same as `settleStuckPayment`, for an invoice. */
export async function settleStuckInvoice(
  db: Tx,
  id: string,
  how: 'again' | 'by_hand',
  now: string,
): Promise<string | null> {
  if (!(await findInvoice(db, id))) return null;
  const row = await lockInvoice(db, id);
  if (row.refund_trouble === null) return null;
  if (how === 'again') await settleTrouble(db, id, { refund_tries: row.refund_tries + 1 });
  else {
    await settleTrouble(db, id, await endByHand(db, { ...row, amount_cents: row.amount_paid_cents }));
    await settleRefundedHours(db, { userId: row.user_id, now });
  }
  return row.user_id;
}
