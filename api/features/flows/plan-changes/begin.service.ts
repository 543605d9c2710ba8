import { randomUUID } from 'node:crypto';
import type { Body } from '../../../contract/calls/calls.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { instant } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { PlanPayable } from '../../../providers/payments/payments.ts';
import { requireUser, withCustomer } from '../../records/account/account.service.ts';
import { refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { refuseWithinDay } from '../../records/account/within-day/within-day.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import type { PlanVersion } from '../../records/plans/plans.rules.ts';
import { readVersion, requireOnSale } from '../../records/plans/plans.service.ts';
import {
  answerAttempt,
  endUnpaid,
  findLive,
  insertSubscription,
  keepProviderId,
  rememberAttempt,
} from '../../records/subscription/subscription.repository.ts';
import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';
import { confirming, priceOf } from './plan-steps.service.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';
import { endUnpaidPlan } from './unpaid-plan.service.ts';

type Payable = Pick<PlanPayable, 'clientSecret'> & Partial<PlanPayable>;

const payableIn = ({ clientSecret, dueCents }: Payable): Payable => ({
  clientSecret,
  ...(dueCents !== undefined && { dueCents }),
});

/**
 * Starts a plan, or continues one that was begun and is unpaid. A person has one live row, whose id is the
 * provider's idempotency key. So simultaneous taps and repeats share one subscription and one client secret.
 * @throws Refusal `invalid_input` (a plan that is not sold, other figures than the plan's), `terms_changed` (another
 *   version is sold now), `plan_exists`, `credit_pays`, `key_reused`, `conflict`, `payment_unavailable`; `too_many_requests` if too many were begun within a day; the last one then stays
 */
export async function createSubscription(
  deps: PlanParts,
  person: Person,
  wanted: Body<'createSubscription'>,
  key: string | null,
  log: Log,
): Promise<Payable> {
  await refuseLeaving(deps.db, person.id);
  return asRefusal(async () => {
    if (key) await refuseReusedKey(deps, person, wanted.tier, key);
    // Each turn ends an obstacle to the next: another unpaid plan, or an expired one. There are enough
    // turns for as many simultaneous taps as people make, because a call that gives up has ended another plan in vain.
    for (let turn = 0; turn < mostTurns; turn += 1) {
      // Both in each turn: a begun plan that has expired leaves only the version on sale, and a plan that the last turn
      // ended may have given a credit back.
      const version = await shownVersion(deps.db, person, wanted);
      refuseOtherFigures(wanted, version, log);
      if (!wanted.byCredit) await refuseUnagreedCredit(deps, person, version);
      const row = await claim(deps, person, version);
      const payable = await payableOf(deps, row, version);
      if (!payable) continue;
      if (key) await answerAttempt(deps.db, person.id, key, row.id);
      return payable;
    }
    throw changing();
  });
}

const mostTurns = 12;
const planExists = () => new Refusal('plan_exists', 'You already have a plan');
const changing = () => new Refusal('conflict', 'Your plan is changing in another window. Please try again.');

/**
 * The version that a buyer was shown: the one on sale, or the one of a plan that they have begun.
 * @throws Refusal `invalid_input` (no such plan is sold), `terms_changed`
 */
async function shownVersion(
  db: Db,
  { id }: Person,
  { tier, versionId = tier }: Body<'createSubscription'>,
): Promise<PlanVersion> {
  const live = await findLive(db, id);
  if (live && isPaid(live)) throw planExists();
  return live?.version_id === versionId && live.tier === tier
    ? readVersion(db, versionId)
    : requireOnSale(db, tier, versionId);
}

/** An attempt is for one plan, and over once that plan has ended. */
async function refuseReusedKey(deps: PlanParts, person: Person, tier: string, key: string): Promise<void> {
  const { db, clock } = deps;
  const attempt = { user_id: person.id, client_id: key, tier, created_at: instant(clock) };
  const { tier: first, status } = await rememberAttempt(db, attempt);
  if (first !== tier) throw new Refusal('key_reused', 'This attempt was for another plan');
  if (status === 'ended') throw new Refusal('key_reused', 'This attempt has ended. Please begin again.');
}

/** The provider leaves a smaller sum on the customer's account instead of charging it. */
const leastChargeCents = 50;

/**
 * A plan that a card pays begins when its person enters the card. One that a credit pays would begin by the call
 * itself, which a page makes when it is opened, so its person must have agreed.
 * @throws Refusal `credit_pays`
 */
async function refuseUnagreedCredit(deps: PlanParts, { id }: Person, version: PlanVersion) {
  const { db, env, payments } = deps;
  const { customer_id } = await requireUser(db, id);
  if (!customer_id) return;
  const live = await findLive(db, id);
  // A plan that was begun has its invoice already.
  if (live && (isPaid(live) || (live.version_id === version.id && live.provider_id))) return;
  const credit = await payments.readCredit(customer_id);
  const left = version.priceCents - credit;
  if (left >= leastChargeCents) return;
  const sum = formatMoney(credit, env.CURRENCY);
  throw new Refusal(
    'credit_pays',
    `Your credit of ${sum} pays the first month. Please agree to start the plan.`,
  );
}

/** Fields that older clients send must equal the plan's own (design §1). */
export function refuseOtherFigures(
  { tier, hours, concierge, priceAmount }: Body<'createSubscription'>,
  plan: PlanVersion,
  log: Log,
): void {
  const fields: Record<string, string> = {};
  if (hours !== undefined && hours * 60 !== plan.minutes)
    fields.hours = 'These are not the hours of this plan';
  if (concierge !== undefined && concierge !== plan.concierge)
    fields.concierge = 'This is not the concierge of this plan';
  if (priceAmount !== undefined && Math.round(priceAmount * 100) !== plan.priceCents)
    fields.priceAmount = 'This is not the price of this plan';
  const [first] = Object.values(fields);
  if (!first) return;
  log.warn({ tier, fields: Object.keys(fields) }, 'a client sent figures that differ from the plan');
  throw new Refusal('invalid_input', first, { fields });
}

/** The person's live row; a new one for this attempt if there was none. @throws Refusal `too_many_requests` */
async function claim(
  deps: PlanParts,
  { id: userId }: Person,
  version: PlanVersion,
): Promise<SubscriptionTable> {
  const { db, clock, env } = deps;
  return db.transaction().execute(async (tx) => {
    // A simultaneous attempt of the same person waits here.
    await holdLedger(tx, userId);
    const live = await findLive(tx, userId);
    if (live && (live.version_id === version.id || isPaid(live))) return live;
    const now = clock.now();
    // Checked now, before another plan is ended for this one.
    const most = env.BOOKINGS_PER_DAY;
    const message = `You have begun ${most} plans within a day. Please call us to choose one.`;
    await refuseWithinDay(tx, 'subscriptions', { userId, most, now, message });
    if (live) return live;
    const begun: SubscriptionTable = {
      id: randomUUID(),
      user_id: userId,
      provider_id: null,
      tier: version.tier,
      version_id: version.id,
      next_tier: version.tier,
      next_version_id: version.id,
      status: 'starting',
      current_period_start: null,
      current_period_end: null,
      cancel_at_period_end: 0,
      leaving: 0,
      revision: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    await insertSubscription(tx, begun);
    return begun;
  });
}

const isPaid = ({ status }: Pick<SubscriptionTable, 'status'>): boolean =>
  status === 'active' || status === 'past_due';

/**
 * The secret that pays the first invoice of a begun plan, and its sum; the secret is `null` if a credit has paid it.
 * `null` if this row can no longer be paid.
 * @throws Refusal `plan_exists` if it has been paid, whatever our books say yet
 */
async function payableOf(
  deps: PlanParts,
  row: SubscriptionTable,
  version: PlanVersion,
): Promise<Payable | null> {
  const { db, clock, payments } = deps;
  if (isPaid(row)) throw planExists();
  const isWanted = row.version_id === version.id;
  const begun = row.provider_id ? { id: row.provider_id, clientSecret: null } : await begin(deps, row);
  if (isWanted && begun.clientSecret !== null) return payableIn(begun);
  const providerId = begun.id;
  const synced = await syncSubscription(deps, providerId);
  if (!synced) await endUnpaid(db, row.id, instant(clock));
  if (synced && isPaid(synced)) {
    // A credit has paid the plan that this call began.
    if (isWanted && !row.provider_id) return { clientSecret: null };
    throw planExists();
  }
  if (synced?.status !== 'incomplete') return null;
  if (isWanted) {
    const now = await payments.readPlanPayable(providerId);
    return now.clientSecret === null ? null : payableIn(now);
  }
  const end = await endUnpaidPlan(deps, { id: row.id, providerId });
  if (end === 'paid') throw planExists();
  if (end === 'confirming') throw confirming();
  return null;
}

/**
 * Starts a row's plan at the provider; a repeat returns the same one.
 * @throws Refusal `conflict` if another has replaced it meanwhile, so that its secret pays nothing
 */
async function begin(deps: PlanParts, row: SubscriptionTable): Promise<{ id: string } & PlanPayable> {
  const version = await readVersion(deps.db, row.version_id);
  const begun = await withCustomer(deps, row.user_id, (customerId) =>
    deps.payments.createSubscription({
      ...priceOf(deps.env, version),
      customerId,
      metadata: { userId: row.user_id, subscriptionId: row.id, tier: row.tier },
      attempt: row.id,
    }),
  );
  await keepProviderId(deps.db, row.id, begun.id, instant(deps.clock));
  if ((await findLive(deps.db, row.user_id))?.id !== row.id) throw changing();
  return begun;
}
