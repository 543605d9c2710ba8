import { randomUUID } from 'node:crypto';
import { instant } from '../../clock.ts';
import type { Subscription, SubscriptionChange, SubscriptionPreview } from '../../contract/entities.ts';
import { type PlanTier, plans } from '../../contract/plans.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Log, Person } from '../../http/handlers.ts';
import type { PlanPayment, PlanPrice } from '../../providers/payments/payments.ts';
import { readOpenInvoice } from '../billing/billing.service.ts';
import { asRefusal } from '../checkout/provider-refusal.ts';
import { isChangeAhead, kindOfChange } from './plan-changes.policy.ts';
import { findOpenChange, insertUnlessOpen, updateOpenChange } from './plan-changes.repository.ts';
import { presentSubscription } from './subscription.presenter.ts';
import { findLive } from './subscription.repository.ts';
import { refuseOtherFigures } from './subscription.service.ts';
import type { PlanChangeTable, SubscriptionTable } from './subscription.table.ts';
import { syncSubscription } from './sync.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log'>;
type Running = SubscriptionTable & { provider_id: string; current_period_end: string };
type Changed = { subscription: Subscription; clientSecret: string | null };

/** Longer than a call to the provider takes with its repeats. */
const unseenMs = 60_000;
/** How long terms that were shown may be agreed to. */
const termsMs = 30 * 60_000;

/** A member's plan as our books have it; it never waits for the provider. */
export async function readSubscription(db: Db, person: Person): Promise<Subscription> {
  const row = await findLive(db, person.id);
  if (row?.status !== 'active' && row?.status !== 'past_due') return presentSubscription(null);
  const [open, change] = await Promise.all([readOpenInvoice(db, row.id), findOpenChange(db, row.id)]);
  return presentSubscription(row, { owed: row.status === 'past_due' ? open : null, change });
}

/**
 * What a change would mean, to the cent and the moment; it changes nothing.
 * @throws Refusal `plan_required`, `conflict` (something else is to follow already, or is owed), `payment_unavailable`
 */
export async function previewChange(
  parts: Parts,
  person: Person,
  tier: PlanTier,
): Promise<SubscriptionPreview> {
  const row = await requireRunning(parts.db, person);
  const renewalCents = plans[tier].priceCents;
  const at = row.current_period_end;
  const kind = kindOfChange(row, tier);
  if (kind === 'keep') return { kind, tier, renewsAt: at, renewalCents };
  if (kind === 'downgrade') return { kind, tier, at, renewalCents };
  refuseUpgradeNow(row);
  const prorationAt = wholeSecond(parts.clock.now());
  const { amountCents, ...rest } = await previewOf(parts, row, tier, prorationAt);
  return {
    kind,
    tier,
    terms: { amountCents, prorationAt },
    ...rest,
    addedHours: plans[tier].hours - plans[row.tier].hours,
    renewsAt: at,
    renewalCents,
  };
}

/**
 * Changes a member's plan. The change's own row comes first: one is open at a time, and its id is the provider's
 * idempotency key, so taps at once and repeats after a lost answer are one change.
 *
 * An upgrade is charged what was agreed to, or nothing: the provider reckons to the moment that was shown. Where
 * the bank asks, the answer carries the secret with which the browser goes on, and the plan changes once it is paid.
 * @throws Refusal `plan_required`, `invalid_input` (other figures than the plan's), `terms_changed`, `conflict`,
 *   `payment_incomplete` (declined; nothing has changed), `payment_unavailable`
 */
export async function changeSubscription(
  parts: Parts,
  person: Person,
  wanted: SubscriptionChange,
  log: Log,
): Promise<Changed> {
  if ('tier' in wanted) refuseOtherFigures(wanted, log);
  const row = await requireRunning(parts.db, person);
  const payment = await asRefusal(() => carryOut(parts, row, wanted));
  return conclude(parts, person, row, payment);
}

/**
 * Pays what a failed renewal left open with the card that pays the plan.
 * @throws Refusal `plan_required`, `payment_incomplete` (declined again), `payment_unavailable`
 */
export async function payOwed(parts: Parts, person: Person): Promise<Changed> {
  const row = await requireRunning(parts.db, person);
  const owed = await readOpenInvoice(parts.db, row.id);
  const payment =
    owed && (await asRefusal(() => parts.payments.payInvoice({ invoiceId: owed.id, attempt: randomUUID() })));
  return conclude(parts, person, row, payment);
}

/** Brings our books to what has become of it, and says so. @throws Refusal `payment_incomplete` where it was declined */
async function conclude(
  parts: Parts,
  person: Person,
  row: Running,
  payment: PlanPayment | null,
): Promise<Changed> {
  await asRefusal(() => syncSubscription(parts, row.provider_id));
  if (payment?.state === 'declined') throw new Refusal('payment_incomplete', payment.message);
  const clientSecret = payment?.state === 'needs_action' ? payment.clientSecret : null;
  return { subscription: await readSubscription(parts.db, person), clientSecret };
}

async function carryOut(parts: Parts, row: Running, wanted: SubscriptionChange): Promise<PlanPayment | null> {
  if (!('tier' in wanted)) {
    await setEnd(parts, row, wanted.cancelAtPeriodEnd);
    return null;
  }
  const { tier, terms } = wanted;
  if (kindOfChange(row, tier) === 'upgrade') return upgrade(parts, row, tier, terms);
  await dropPending(parts, row);
  if (row.cancel_at_period_end) await setEnd(parts, row, false);
  await switchTo(parts, row, tier);
  return null;
}

async function upgrade(
  parts: Parts,
  row: Running,
  tier: PlanTier,
  terms: { amountCents: number; prorationAt: string } | undefined,
): Promise<PlanPayment> {
  const { db, clock, payments } = parts;
  refuseUpgradeNow(row);
  if (!terms) throw termsChanged();
  const standing = await findOpenChange(db, row.id);
  if (!standing) await refuseOtherTerms(parts, row, tier, terms);
  const change = await claim(parts, row, {
    kind: 'upgrade',
    tier,
    proration_at: terms.prorationAt,
    amount_cents: terms.amountCents,
  });
  if (change.kind !== 'upgrade' || change.tier !== tier) throw elsewhere();
  const payment = await payments.upgradePlan({
    subscriptionId: row.provider_id,
    plan: priceOf(parts, tier),
    prorationAt: change.proration_at ?? terms.prorationAt,
    attempt: change.id,
  });
  const now = instant(clock);
  await updateOpenChange(db, change.id, { invoice_id: payment.invoiceId, updated_at: now });
  if (payment.state === 'paid') await updateOpenChange(db, change.id, { status: 'done', updated_at: now });
  if (payment.state === 'gone') await updateOpenChange(db, change.id, { status: 'dropped', updated_at: now });
  if (payment.state === 'declined') await drop(parts, { ...change, invoice_id: payment.invoiceId });
  return payment;
}

/** @throws Refusal `terms_changed` unless the provider, now, would charge what was agreed to. */
async function refuseOtherTerms(
  parts: Parts,
  row: Running,
  tier: PlanTier,
  { amountCents, prorationAt }: { amountCents: number; prorationAt: string },
): Promise<void> {
  const age = parts.clock.now().getTime() - Date.parse(prorationAt);
  const started = row.current_period_start ?? '';
  if (age > termsMs || age < -60_000 || new Date(prorationAt).toISOString() < started) throw termsChanged();
  const now = await previewOf(parts, row, tier, prorationAt);
  if (now.amountCents !== amountCents) throw termsChanged();
}

const previewOf = ({ payments, env }: Parts, row: Running, tier: PlanTier, prorationAt: string) =>
  asRefusal(() =>
    payments.previewUpgrade({ subscriptionId: row.provider_id, plan: priceOf({ env }, tier), prorationAt }),
  );

/** What the next period is charged. Where it is that already, nothing is asked of the provider. */
async function switchTo(parts: Parts, row: Running, tier: PlanTier): Promise<void> {
  if (row.next_tier === tier && !row.cancel_at_period_end) return;
  const change = await claim(parts, row, { kind: 'switch', tier });
  await parts.payments.switchPlan({
    subscriptionId: row.provider_id,
    plan: priceOf(parts, change.tier),
    attempt: change.id,
  });
  await finish(parts, change);
  if (change.kind !== 'switch' || change.tier !== tier) throw elsewhere();
}

async function setEnd(parts: Parts, row: Running, ends: boolean): Promise<void> {
  if (ends === (row.cancel_at_period_end === 1)) return;
  await dropPending(parts, row);
  const change = await claim(parts, row, { kind: ends ? 'end' : 'resume', tier: row.tier });
  if (change.kind !== 'end' && change.kind !== 'resume') throw elsewhere();
  await parts.payments.endPlanWithPeriod({
    subscriptionId: row.provider_id,
    ends: change.kind === 'end',
    attempt: change.id,
  });
  await finish(parts, change);
}

/** The one open change of this plan, which is this one where there was none. */
async function claim(
  { db, clock }: Parts,
  row: Running,
  wanted: Pick<PlanChangeTable, 'kind' | 'tier'> & Partial<PlanChangeTable>,
): Promise<PlanChangeTable> {
  const now = instant(clock);
  await insertUnlessOpen(db, {
    id: randomUUID(),
    subscription_id: row.id,
    proration_at: null,
    amount_cents: null,
    invoice_id: null,
    status: 'open',
    created_at: now,
    updated_at: now,
    ...wanted,
  });
  const open = await findOpenChange(db, row.id);
  if (!open) throw elsewhere();
  return open;
}

const finish = ({ db, clock }: Parts, { id }: PlanChangeTable) =>
  updateOpenChange(db, id, { status: 'done', updated_at: instant(clock) });

/** An upgrade that waits for its bank makes way for what is asked for instead. */
async function dropPending(parts: Parts, row: Running): Promise<void> {
  const open = await findOpenChange(parts.db, row.id);
  if (open?.kind === 'upgrade') await drop(parts, open);
}

/** Takes an upgrade back that was not paid. @throws Refusal `conflict` when it is being paid this moment */
async function drop({ db, clock, payments }: Parts, change: PlanChangeTable): Promise<void> {
  // Nobody knows yet whether the provider was reached; the reconciler finds out.
  if (!change.invoice_id) throw elsewhere();
  const { state } = await payments.readInvoicePayment(change.invoice_id);
  if (state === 'paid' || state === 'processing') throw elsewhere();
  if (state !== 'gone') await payments.voidInvoice(change.invoice_id, change.id);
  await updateOpenChange(db, change.id, { status: 'dropped', updated_at: instant(clock) });
}

/**
 * Closes a change whose end neither the browser nor an event has told us, after the plan was read afresh: what was
 * asked of the provider a minute ago and is not to be found there never reached it.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function settleOpenChange(
  { db, clock, payments }: Parts,
  subscriptionId: string,
  pendingInvoiceId: string | null,
): Promise<void> {
  const change = await findOpenChange(db, subscriptionId);
  const now = clock.now();
  if (!change || Date.parse(change.updated_at) > now.getTime() - unseenMs) return;
  const close = (status: 'done' | 'dropped') =>
    updateOpenChange(db, change.id, { status, updated_at: now.toISOString() });
  if (change.kind !== 'upgrade') return close('done');
  if (!change.invoice_id) {
    // Whoever asked was never answered, so nobody can pay it.
    if (pendingInvoiceId) await payments.voidInvoice(pendingInvoiceId, change.id);
    return close('dropped');
  }
  const { state } = await payments.readInvoicePayment(change.invoice_id);
  if (state === 'paid') return close('done');
  if (state === 'gone') return close('dropped');
}

async function requireRunning(db: Db, person: Person): Promise<Running> {
  const row = await findLive(db, person.id);
  const runs = row?.status === 'active' || row?.status === 'past_due';
  if (!runs || !row.provider_id || !row.current_period_end)
    throw new Refusal('plan_required', 'You have no plan to change');
  return { ...row, provider_id: row.provider_id, current_period_end: row.current_period_end };
}

function refuseUpgradeNow(row: Running): void {
  if (row.status === 'past_due')
    throw new Refusal('conflict', 'Your last payment failed. Please settle it first.');
  if (isChangeAhead(row))
    throw new Refusal('conflict', 'Your plan is about to change. Please take that back first.');
}

const priceOf = ({ env }: Pick<Parts, 'env'>, tier: PlanTier): PlanPrice => ({
  tier,
  amountCents: plans[tier].priceCents,
  currency: env.CURRENCY,
  productName: `${plans[tier].name} Plan`,
});

/** The provider reckons in whole seconds. */
const wholeSecond = (at: Date): string => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();

const termsChanged = () =>
  new Refusal('terms_changed', 'What this costs has changed since you saw it. Nothing was charged.');
const elsewhere = () =>
  new Refusal('conflict', 'Your plan is changing in another window. Please try again in a moment.');
