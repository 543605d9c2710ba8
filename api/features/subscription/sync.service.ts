import { instant } from '../../clock.ts';
import { isPlanTier, plans } from '../../contract/plans.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { PlanInvoice, PlanSubscription } from '../../providers/payments/payments.ts';
import { mirrorInvoice } from '../billing/billing.service.ts';
import { grantForInvoice } from '../hours/hours.service.ts';
import { lockByProvider, updateSubscription } from './subscription.repository.ts';
import type { SubscriptionTable } from './subscription.table.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log'>;
type Status = SubscriptionTable['status'];

/** Only a new period's invoice gives hours (design §4). */
const grantingReasons = ['subscription_create', 'subscription_cycle'];

const statuses: Record<PlanSubscription['status'], Status> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

const turns = new Map<string, Promise<unknown>>();

/** One after the other for each subscription, so that what was read earlier is never written later. */
async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(id, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(id) === mine) turns.delete(id);
  }
}

/**
 * Reads a subscription and its invoices afresh and brings our books to them: status, period, invoices, and the hours
 * of each paid period once. May run any number of times, in any order of events (design §5).
 * @param also runs in the transaction of the effect
 * @returns our status of it; `null` when it is none of ours
 */
export function syncSubscription(
  parts: Parts,
  providerId: string,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Status | null> {
  return inTurn(providerId, async () => {
    const { payments, db, log } = parts;
    const truth = await payments.readSubscription(providerId);
    const invoices = truth ? await payments.listInvoices(providerId) : [];
    return db.transaction().execute(async (tx) => {
      await also(tx);
      if (!truth) return null;
      const row = await lockByProvider(tx, providerId, truth.metadata.subscriptionId);
      if (!row) {
        log.warn({ subscription: providerId }, 'a subscription that is none of ours');
        return null;
      }
      return write(tx, parts, row, truth, invoices);
    });
  });
}

async function write(
  tx: Tx,
  { clock, env }: Parts,
  row: SubscriptionTable,
  truth: PlanSubscription,
  invoices: PlanInvoice[],
): Promise<Status> {
  const now = instant(clock);
  if (!isPlanTier(truth.tier)) throw new Error(`The provider names a plan that we don't have: ${truth.tier}`);
  const plan = plans[truth.tier];
  const status = row.status === 'ended' ? 'ended' : statuses[truth.status];
  await updateSubscription(tx, row.id, {
    provider_id: truth.id,
    tier: plan.id,
    status,
    current_period_start: truth.currentPeriodStart,
    current_period_end: truth.currentPeriodEnd,
    cancel_at_period_end: truth.cancelAtPeriodEnd ? 1 : 0,
    updated_at: now,
  });
  for (const invoice of invoices) {
    await mirrorInvoice(tx, {
      userId: row.user_id,
      subscriptionId: row.id,
      invoice,
      description: `${plan.name} Plan`,
    });
    if (invoice.status !== 'paid' || !grantingReasons.includes(invoice.billingReason)) continue;
    await grantForInvoice(tx, {
      userId: row.user_id,
      invoiceId: invoice.id,
      tier: plan.id,
      minutes: plan.hours * 60,
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
      timeZone: env.BUSINESS_TIME_ZONE,
      now,
    });
  }
  return status;
}
