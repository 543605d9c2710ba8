import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import { isPlanTier, type PlanTier, plans } from '../../../contract/rules/plans.ts';
import { instant } from '../../../core/clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { PlanInvoice, PlanShare, PlanSubscription } from '../../../providers/payments/payments.ts';
import { findByCustomer } from '../../records/account/account.service.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { mirrorInvoice } from '../../records/billing/billing.service.ts';
import { decideInvoiceRefund } from '../../records/billing/invoice-refunds.service.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { grantsOf } from '../../records/hours/grants.rules.ts';
import { grantForInvoice, isAnyGranted, readGrantedTiers } from '../../records/hours/hours.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { noteUnclear } from '../../records/payments/disputes/unclear/unclear.service.ts';
import {
  findByProvider,
  lockByProvider,
  updateSubscription,
} from '../../records/subscription/subscription.repository.ts';
import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';
import { closeUpgrade } from './plan-changes.repository.ts';

/** The parts of the server that a plan needs. */
export type PlanParts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log' | 'changes'>;
type Status = SubscriptionTable['status'];

/** Our status of the subscription, and whether any part of it was ever paid. */
export interface Synced {
  status: Status;
  tier: PlanTier;
  paid: boolean;
  /** The invoice that a change of plans waits for. */
  pendingInvoiceId: string | null;
}

/** An unknown status of the provider leaves our own. */
const statuses: Record<PlanSubscription['status'], Status | null> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete_expired: 'ended',
  canceled: 'ended',
  unknown: null,
};

const begun = (status: Status): Status => (status === 'starting' ? 'incomplete' : status);

const nothing = async (_: Tx): Promise<void> => {};
const attempts = 5;

/**
 * Reads a subscription and its invoices afresh and updates our books: status, period, invoices, and the hours of
 * each paid period, once. May run any number of times, also simultaneously, and in any order of events (design §5).
 * It reads again if another run wrote in between, so newer facts are never overwritten.
 * @param also runs in the transaction of the effect
 * @returns `null` if the subscription is not ours
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function syncSubscription(
  deps: PlanParts,
  providerId: string,
  also: (tx: Tx) => Promise<void> = nothing,
): Promise<Synced | null> {
  const { payments, db, log, changes } = deps;
  let ownId: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // A plan counts as checked at the time of the question: the answer can be as old as that when it is written.
    const askedAt = instant(deps.clock);
    const seen = await findByProvider(db, { providerId, ownId });
    const truth = await payments.readSubscription(providerId);
    const invoices = truth ? await payments.listInvoices(providerId) : [];
    ownId = truth?.metadata.subscriptionId;
    const result = await db.transaction().execute(async (tx) => {
      const row = truth && (await lockByProvider(tx, { providerId, ownId }));
      if (row && row.revision !== seen?.revision) return 'overtaken';
      const synced = row && (await write(tx, deps, row, { truth, invoices, askedAt }));
      if (truth && !row) await noteForeign(tx, truth, askedAt);
      await also(tx);
      return row && synced ? { id: row.id, userId: row.user_id, ...synced } : null;
    });
    if (result === 'overtaken') continue;
    // The plan ended here for good, so the provider must not charge it any more.
    const there = truth && statuses[truth.status];
    if (result?.synced.status === 'ended' && there && there !== 'ended')
      await payments.cancelSubscription(providerId, result.id);
    if (!result)
      log.warn({ subscription: providerId }, 'a subscription of the card provider is unknown here');
    else if (result.isNews) planChanged(changes, result.userId);
    if (!result || result.isTeamsNews) disputesChanged(changes);
    for (const id of result?.bookings ?? []) bookingChanged(changes, { id, userId: result?.userId ?? '' });
    return result?.synced ?? null;
  }
  throw new Error(`A subscription changed ${attempts} times while it was read`);
}

async function write(
  db: Tx,
  deps: PlanParts,
  row: SubscriptionTable,
  { truth, invoices, askedAt }: { truth: PlanSubscription; invoices: PlanInvoice[]; askedAt: string },
): Promise<{ synced: Synced; isNews: boolean; isTeamsNews: boolean; bookings: string[] }> {
  const { clock, env } = deps;
  const now = instant(clock);
  const charged = knownTier(truth.tier);
  // A price that we do not know leaves the member the plan that they have.
  const tier = paidTier(truth, invoices) ?? charged ?? row.tier;
  const status = row.status === 'ended' ? 'ended' : (statuses[truth.status] ?? begun(row.status));
  const mirrored = {
    provider_id: truth.id,
    tier,
    next_tier: truth.cancelAtPeriodEnd ? null : (charged ?? tier),
    status,
    current_period_start: truth.currentPeriodStart,
    current_period_end: truth.currentPeriodEnd,
    cancel_at_period_end: truth.cancelAtPeriodEnd ? 1 : 0,
  };
  const changed = Object.entries(mirrored).some(
    ([field, value]) => row[field as keyof typeof mirrored] !== value,
  );
  const revision = row.revision + (changed ? 1 : 0);
  const ended = status === 'ended' ? { leaving: 0 } : {};
  await updateSubscription(db, row.id, { ...mirrored, ...ended, revision, updated_at: askedAt });
  if (tier !== row.tier) await closeUpgrade(db, row.id, { tier, now });
  const isGone = await hasGone(db, row.user_id);
  // A plan can be read as incomplete although its first invoice, read a moment later, is paid and has granted hours.
  const hadPlan =
    row.status === 'active' ||
    row.status === 'past_due' ||
    (status === 'ended' && (await isAnyGranted(db, row.id)));
  if (!isGone) await tell(db, { row, tier, status, hadPlan, invoices, now });
  const owner = { userId: row.user_id, subscriptionId: row.id };
  const isAnyUnknown = invoices.some((invoice) => !knownTier(invoice.tier));
  const granted = isAnyUnknown ? await readGrantedTiers(db, row.id) : new Map<string, string>();
  const bought = withTiers(invoices, granted, row.tier).flatMap(({ status, ...invoice }) =>
    status === 'unknown'
      ? []
      : // The invoice's page shows the person's name.
        { ...invoice, status, hostedInvoiceUrl: isGone ? null : invoice.hostedInvoiceUrl },
  );
  let isNews = changed;
  for (const invoice of bought)
    if (await mirrorInvoice(db, { ...owner, plan: plans[invoice.tier], invoice })) isNews = true;
  const paid = bought.filter((invoice) => invoice.status === 'paid').toReversed();
  const running = { start: truth.currentPeriodStart, end: truth.currentPeriodEnd };
  // An ended plan that its member never had is refunded.
  const wasted = status === 'ended' && !hadPlan ? paid : [];
  for (const { id, tier, amountPaidCents: amountCents } of wasted)
    await decideInvoiceRefund(db, { id, userId: row.user_id, tier, amountCents, now });
  for (const grant of wasted.length ? [] : grantsOf(paid, running))
    await grantForInvoice(db, { ...grant, ...owner, timeZone: env.BUSINESS_TIME_ZONE, now });
  const runs = status === 'active' || status === 'past_due';
  const bookings = runs ? await planPaid(db, row.user_id, now) : [];
  // How an ended plan was sold concerns nobody any more.
  const unclear = status === 'ended' ? [] : [truth, ...invoices].flatMap((each) => each.unclear);
  const isTeamsNews = await noteUnclear(db, { readBy: truth.id, userId: row.user_id, now }, unclear);
  const pendingInvoiceId = truth.isUpdatePending ? truth.latestInvoiceId : null;
  return { synced: { status, tier, paid: paid.length > 0, pendingInvoiceId }, isNews, isTeamsNews, bookings };
}

/** Shows the team a subscription of a customer of ours that was made in the provider's dashboard, while it runs. */
async function noteForeign(db: Tx, truth: PlanSubscription, now: string): Promise<void> {
  const userId = await findByCustomer(db, truth.customerId);
  if (!userId) return;
  const found = { kind: 'subscription', id: truth.id, what: 'not_ours', said: truth.status } as const;
  await noteUnclear(db, { readBy: truth.id, userId, now }, statuses[truth.status] === 'ended' ? [] : [found]);
}

/** Notifies the member of a failed renewal and of the plan's end, once each. */
async function tell(
  db: Tx,
  {
    row,
    tier,
    status,
    hadPlan,
    invoices,
    now,
  }: {
    row: SubscriptionTable;
    tier: PlanTier;
    status: Status;
    hadPlan: boolean;
    invoices: PlanInvoice[];
    now: string;
  },
): Promise<void> {
  const to = { userId: row.user_id, now };
  const owed = invoices.find(
    (invoice) => invoice.status === 'open' && invoice.billingReason === 'subscription_cycle',
  );
  if (status === 'past_due' && owed) {
    const { amountDueCents: amountCents, nextAttemptAt } = owed;
    const news = { what: 'renewal_failed', tier, amountCents, nextAttemptAt } as const;
    await announceBilling(db, { ...to, occasion: `renewal:${owed.id}`, news });
  }
  if (status === 'ended' && row.status !== 'ended' && hadPlan) {
    const news = { what: 'plan_ended', tier: row.tier } as const;
    await announceBilling(db, { ...to, occasion: `plan-ended:${row.id}`, news });
  }
}

const knownTier = (tier: string | null): PlanTier | null => (tier !== null && isPlanTier(tier) ? tier : null);

/**
 * The invoices with the plans that they are for. A price that we do not know counts as the plan that its invoice has
 * granted, else as the plan that was paid for before it: the plan of today would count other hours each time that the
 * invoices are read.
 * @param invoices newest first
 * @param granted the plans of our grants, by the invoice's id
 * @param otherwise the member's plan before this read, for an oldest invoice that has granted nothing yet
 */
function withTiers(invoices: PlanInvoice[], granted: ReadonlyMap<string, string>, otherwise: PlanTier) {
  let before = otherwise;
  const tiersOf = (share: Pick<PlanShare, 'tier' | 'fromTier'>, grantedTier: PlanTier | null = null) => ({
    tier: knownTier(share.tier) ?? grantedTier ?? before,
    fromTier: knownTier(share.fromTier),
  });
  return invoices
    .toReversed()
    .map((invoice) => {
      const tiers = tiersOf(invoice, knownTier(granted.get(invoice.id) ?? null));
      const earlier = invoice.earlier && { ...invoice.earlier, ...tiersOf(invoice.earlier) };
      if (invoice.status === 'paid') before = tiers.tier;
      return { ...invoice, ...tiers, earlier };
    })
    .toReversed();
}

/** The plan that the running period was paid for; the provider's price may already be the next plan's. */
function paidTier({ currentPeriodEnd }: PlanSubscription, invoices: PlanInvoice[]): PlanTier | null {
  const [newest] = invoices
    .filter(({ status, periodEnd, tier }) => status === 'paid' && periodEnd === currentPeriodEnd && tier)
    .sort((a, b) => b.created.localeCompare(a.created));
  return knownTier(newest?.tier ?? null);
}
