import { randomUUID } from 'node:crypto';
import { instant } from '../../clock.ts';
import type { Body } from '../../contract/calls.ts';
import { type PlanTier, plans } from '../../contract/plans.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Log, Person } from '../../http/handlers.ts';
import { ensureCustomer } from '../account/account.service.ts';
import { asRefusal } from '../checkout/provider-refusal.ts';
import {
  findLive,
  insertUnlessLive,
  keepProviderId,
  selectPlan,
  updateSubscription,
} from './subscription.repository.ts';
import type { SubscriptionTable } from './subscription.table.ts';
import { syncSubscription } from './sync.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'log'>;

export interface RunningPlan {
  tier: PlanTier;
  status: 'active' | 'past_due';
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
}

/** A member's plan; `null` for whoever has none that was paid. */
export async function readPlan(db: Db, userId: string): Promise<RunningPlan | null> {
  const [row] = await selectPlan(db, { userId });
  if (!row) return null;
  return {
    tier: row.tier,
    status: row.status === 'past_due' ? 'past_due' : 'active',
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
  };
}

/**
 * Starts a plan, or goes on with one that was begun and not paid: one live row per person, and the row's id is the
 * provider's idempotency key, so taps at once and repeats agree on one subscription and one client secret.
 * @throws Refusal `invalid_input` (other figures than the plan's), `plan_exists`, `key_reused`, `payment_unavailable`
 */
export async function createSubscription(
  parts: Parts,
  person: Person,
  wanted: Body<'createSubscription'>,
  key: string | null,
  log: Log,
): Promise<{ clientSecret: string }> {
  refuseOtherFigures(wanted, log);
  // Each turn ends what stands in the way of the next: a plan begun of another tier, or one that has expired.
  for (let turn = 0; turn < 3; turn += 1) {
    const row = await claim(parts, person, wanted.tier, key);
    if (row.status === 'active' || row.status === 'past_due') throw planExists();
    if (key && row.client_id === key && row.tier !== wanted.tier) {
      throw new Refusal('key_reused', 'This attempt was for another plan');
    }
    const clientSecret = await asRefusal(() => secretOf(parts, row, row.tier === wanted.tier));
    if (clientSecret) return { clientSecret };
  }
  throw new Refusal('conflict', 'Your plan is changing in another window. Please try again.');
}

/** Fields that a client sends for history's sake must be the plan's own (design §1). */
function refuseOtherFigures(
  { tier, hours, concierge, priceAmount }: Body<'createSubscription'>,
  log: Log,
): void {
  const plan = plans[tier];
  const fields: Record<string, string> = {};
  if (hours !== undefined && hours !== plan.hours) fields.hours = 'These are not the hours of this plan';
  if (concierge !== undefined && concierge !== plan.concierge)
    fields.concierge = 'This is not the concierge of this plan';
  if (priceAmount !== undefined && Math.round(priceAmount * 100) !== plan.priceCents)
    fields.priceAmount = 'This is not the price of this plan';
  const [first] = Object.values(fields);
  if (!first) return;
  log.warn({ tier, fields: Object.keys(fields) }, 'a client sent other figures than the plan has');
  throw new Refusal('invalid_input', first, { fields });
}

async function claim(
  { db, clock }: Parts,
  person: Person,
  tier: PlanTier,
  key: string | null,
): Promise<SubscriptionTable> {
  const now = instant(clock);
  await insertUnlessLive(db, {
    id: randomUUID(),
    user_id: person.id,
    provider_id: null,
    tier,
    status: 'starting',
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: 0,
    client_id: key,
    created_at: now,
    updated_at: now,
  });
  const row = await findLive(db, person.id);
  if (!row) throw new Refusal('conflict', 'Your plan is changing in another window. Please try again.');
  return row;
}

/** The secret that pays the first invoice of a plan begun; `null` when it is not to be paid any more. */
async function secretOf(parts: Parts, row: SubscriptionTable, wanted: boolean): Promise<string | null> {
  const { db, clock, payments, env } = parts;
  const plan = plans[row.tier];
  if (!row.provider_id || !wanted) {
    const started = row.provider_id
      ? { id: row.provider_id, clientSecret: null }
      : await payments.createSubscription({
          customerId: await ensureCustomer(parts, row.user_id),
          tier: plan.id,
          amountCents: plan.priceCents,
          currency: env.CURRENCY,
          productName: `${plan.name} Plan`,
          metadata: { userId: row.user_id, subscriptionId: row.id, tier: plan.id },
          attempt: row.id,
        });
    await keepProviderId(db, row.id, started.id, instant(clock));
    if (wanted) return started.clientSecret;
    await payments.cancelSubscription(started.id, row.id);
    await syncSubscription(parts, started.id);
    return null;
  }
  const now = await syncSubscription(parts, row.provider_id);
  if (now === 'active' || now === 'past_due') throw planExists();
  if (now === 'incomplete') return payments.readSubscriptionSecret(row.provider_id);
  if (now === null) await updateSubscription(db, row.id, { status: 'ended', updated_at: instant(clock) });
  return null;
}

const planExists = () => new Refusal('plan_exists', 'You already have a plan');
