import { randomUUID } from 'node:crypto';
import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { PaymentRefused, type PlanPayment, type PlanPrice } from '../../../providers/payments/payments.ts';
import type { PlanVersion } from '../../records/plans/plans.rules.ts';
import { readVersion } from '../../records/plans/plans.service.ts';
import { lockSubscription, updateSubscription } from '../../records/subscription/subscription.repository.ts';
import type { PlanChangeTable, SubscriptionTable } from '../../records/subscription/subscription.table.ts';
import { findOpenChange, insertUnlessOpen, updateOpenChange } from './plan-changes.repository.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';

export type Running = SubscriptionTable & { provider_id: string; current_period_end: string };

/**
 * The age from which a change that the provider does not know never reached it, longer than a call takes with its
 * retries.
 */
const unseenMs = 60_000;

/**
 * Opens a change of a plan in the state that was read. One change is open at a time, and its id is the provider's
 * idempotency key.
 * @param leaving whether the plan ends because its member's account is to be deleted; noted together with the change,
 * so that a withdrawal of the deletion at the same time finds either both or none
 * @returns `null` if another is open, or the plan has changed since
 */
export function claim(
  deps: PlanParts,
  row: Running,
  wanted: Pick<PlanChangeTable, 'kind' | 'tier' | 'version_id'> & Partial<PlanChangeTable>,
  leaving = false,
): Promise<PlanChangeTable | null> {
  const { db, clock } = deps;
  const id = randomUUID();
  const now = instant(clock);
  return db.transaction().execute(async (tx) => {
    const locked = await lockSubscription(tx, row.id);
    if (locked?.revision !== row.revision) return null;
    await insertUnlessOpen(tx, {
      id,
      subscription_id: row.id,
      proration_at: null,
      amount_cents: null,
      invoice_id: null,
      status: 'open',
      created_at: now,
      updated_at: now,
      ...wanted,
    });
    const open = await findOpenChange(tx, row.id);
    if (open?.id !== id) return null;
    if (leaving) await updateSubscription(tx, row.id, { leaving: 1 });
    return open;
  });
}

/**
 * Notes that a deletion no longer ends the plan. One that ends, or is about to, keeps the cause of its end: the
 * deletion was requested again meanwhile.
 */
export function clearLeavingUnlessEnding(db: Db, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSubscription(tx, id);
    if (!row?.leaving || row.cancel_at_period_end) return;
    if ((await findOpenChange(tx, id))?.kind === 'end') return;
    await updateSubscription(tx, id, { leaving: 0 });
  });
}

/**
 * Carries out an open change at the provider, whoever opened it; a repeat has no further effect. The change closes
 * together with our books, so that after a crash the reconciler still finds it.
 * @returns the state of an upgrade's payment
 * @throws PaymentRefused (the change is dropped), PaymentsUnavailable (it stays open)
 */
export async function perform(
  deps: PlanParts,
  row: Running,
  change: PlanChangeTable,
): Promise<PlanPayment | null> {
  const { db, clock, payments } = deps;
  let payment: PlanPayment | null;
  try {
    payment = await ask(deps, row, change);
  } catch (error) {
    if (error instanceof PaymentRefused) await close(deps, change, 'dropped');
    throw error;
  }
  if (payment)
    await updateOpenChange(db, change.id, { invoice_id: payment.invoiceId, updated_at: instant(clock) });
  if (payment?.state === 'declined') await payments.voidInvoice(payment.invoiceId, change.id);
  const end = endOf(payment);
  await syncSubscription(deps, row.provider_id, async (tx) => {
    if (end) await updateOpenChange(tx, change.id, { status: end, updated_at: instant(clock) });
  });
  return payment;
}

async function ask(
  deps: PlanParts,
  { provider_id: subscriptionId }: Running,
  { id: attempt, kind, version_id, proration_at }: PlanChangeTable,
): Promise<PlanPayment | null> {
  const { db, payments, env } = deps;
  const plan = priceOf(env, await readVersion(db, version_id));
  if (kind === 'upgrade')
    return payments.upgradePlan({ subscriptionId, plan, prorationAt: proration_at ?? '', attempt });
  if (kind === 'switch') await payments.switchPlan({ subscriptionId, plan, attempt });
  else await payments.endPlanWithPeriod({ subscriptionId, ends: kind === 'end', attempt });
  return null;
}

/** The end of a change by the state of its payment; `null`: it waits for the bank. */
function endOf(payment: PlanPayment | null): 'done' | 'dropped' | null {
  if (!payment || payment.state === 'paid') return 'done';
  return payment.state === 'gone' || payment.state === 'declined' ? 'dropped' : null;
}

/** Cancels an unpaid upgrade. @throws Refusal `conflict` while it is being paid, or the result is unknown */
export async function drop(deps: PlanParts, row: Running, change: PlanChangeTable): Promise<void> {
  const { clock, payments } = deps;
  if (!change.invoice_id) {
    const synced = await syncSubscription(deps, row.provider_id);
    if (isYoung(change, clock.now())) throw elsewhere();
    return settleOpenChange(deps, row.id, synced?.pendingInvoiceId ?? null);
  }
  const { state } = await payments.readInvoicePayment(change.invoice_id);
  if (state === 'paid') throw elsewhere();
  if (state === 'processing') throw confirming();
  if (state !== 'gone') await payments.voidInvoice(change.invoice_id, change.id);
  await close(deps, change, 'dropped');
}

/**
 * Closes a change whose end was reported neither by the browser nor by an event, after the plan was read afresh. A
 * change from over a minute ago that is unknown at the provider never reached it.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function settleOpenChange(
  deps: PlanParts,
  subscriptionId: string,
  pendingInvoiceId: string | null,
): Promise<void> {
  const { db, clock, payments } = deps;
  const change = await findOpenChange(db, subscriptionId);
  if (!change || isYoung(change, clock.now())) return;
  if (change.kind !== 'upgrade') return close(deps, change, 'done');
  if (!change.invoice_id) {
    // The caller never got an answer, so nobody can pay the invoice.
    if (pendingInvoiceId) await payments.voidInvoice(pendingInvoiceId, change.id);
    return close(deps, change, 'dropped');
  }
  const payment = await payments.readInvoicePayment(change.invoice_id);
  if (payment.state === 'declined') await payments.voidInvoice(change.invoice_id, change.id);
  const end = endOf(payment);
  if (end) await close(deps, change, end);
}

const isYoung = ({ updated_at }: PlanChangeTable, now: Date): boolean =>
  Date.parse(updated_at) > now.getTime() - unseenMs;

const close = (deps: PlanParts, { id }: PlanChangeTable, status: 'done' | 'dropped') => {
  const { db, clock } = deps;
  return updateOpenChange(db, id, { status, updated_at: instant(clock) });
};

export const priceOf = (
  env: Pick<PlanParts['env'], 'CURRENCY'>,
  { id, tier, priceCents, name }: Pick<PlanVersion, 'id' | 'tier' | 'priceCents' | 'name'>,
): PlanPrice => ({
  tier,
  versionId: id,
  amountCents: priceCents,
  currency: env.CURRENCY,
  productName: `${name} Plan`,
});

export const confirming = () =>
  new Refusal('conflict', 'Your bank is still confirming a payment. Please try again in a moment.');
export const elsewhere = () =>
  new Refusal('conflict', 'Your plan is changing in another window. Please try again in a moment.');
