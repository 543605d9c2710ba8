import { randomUUID } from 'node:crypto';
import { planChanged } from '../../../bus/changed.ts';
import type {
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from '../../../contract/schemas/subscription.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import { isSealOf, sealOf } from '../../../core/seal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { noCard, PaymentRefused, type PlanPayment } from '../../../providers/payments/payments.ts';
import { plannedLeaving, refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { readOpenInvoice } from '../../records/billing/billing.service.ts';
import { upgradeMinutes } from '../../records/hours/grants.rules.ts';
import { isPeriodForNothing, isPeriodGranted, readLargestPaid } from '../../records/hours/hours.service.ts';
import { listOwed } from '../../records/hours/overage/agreements.service.ts';
import { planDisputedSince } from '../../records/payments/disputes/frozen.service.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import { kindOfChange, type PlanVersion } from '../../records/plans/plans.rules.ts';
import { readVersion, readVersions, requireOnSale, requireSold } from '../../records/plans/plans.service.ts';
import { selectPlanned } from '../../records/subscription/moves/moves.repository.ts';
import { beginsAt } from '../../records/subscription/moves/moves.rules.ts';
import { presentSubscription } from '../../records/subscription/subscription.presenter.ts';
import { clearLeaving, findLive } from '../../records/subscription/subscription.repository.ts';
import type { PlanChangeTable } from '../../records/subscription/subscription.table.ts';
import { refuseOtherFigures } from './begin.service.ts';
import { holdMove } from './moves.service.ts';
import { findOpenChange } from './plan-changes.repository.ts';
import { isChangeAhead, keptVersion, missingStep } from './plan-changes.rules.ts';
import {
  claim,
  clearLeavingUnlessEnding,
  drop,
  elsewhere,
  perform,
  priceOf,
  type Running,
} from './plan-steps.service.ts';
import { type ShownTerms, textOfTerms } from './plan-terms.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';

export type PlanChangeParts = PlanParts & Pick<Deps, 'secret'>;
type Changed = { subscription: Subscription; clientSecret: string | null };
type Terms = Extract<SubscriptionPreview, { kind: 'upgrade' }>['terms'];

/** The time for which shown terms can be agreed to. */
const termsMs = 30 * 60_000;
const termsPurpose = 'upgrade terms';
/**
 * The most steps of a change. None needs more than four: to cancel a change, to resume, to switch, and one that another
 * call has already begun.
 */
const mostSteps = 6;

/** A member's plan in our books; it never waits for the provider. */
export async function readSubscription(db: Db, person: Pick<Person, 'id'>): Promise<Subscription> {
  const [row, owedWork, disputedSince] = await Promise.all([
    findLive(db, person.id),
    listOwed(db, person.id),
    planDisputedSince(db, person.id),
  ]);
  const always = { owedWork, disputedSince };
  if (row?.status !== 'active' && row?.status !== 'past_due') return presentSubscription(null, always);
  const [open, change, leavesAt] = await Promise.all([
    readOpenInvoice(db, row.id),
    findOpenChange(db, row.id),
    plannedLeaving(db, person.id),
  ]);
  const owed = row.status === 'past_due' ? open : null;
  const move = (await selectPlanned(db, row.id))[0];
  const versions = await readVersions(db, [
    row.version_id,
    row.next_version_id,
    change?.version_id ?? null,
    move?.version_id ?? null,
  ]);
  return presentSubscription(row, { ...always, owed, change, move, versions, leavesAt });
}

/**
 * The terms of a change, exact to the cent, the minute and the moment; it changes nothing.
 * @throws Refusal `plan_required`, `invalid_input` (a plan that is not sold), `conflict` (another change is planned, or
 * a payment is owed), `payment_unavailable`
 */
export async function previewChange(
  deps: PlanChangeParts,
  person: Person,
  tier: string,
): Promise<SubscriptionPreview> {
  const { db, clock, secret } = deps;
  const row = await requireRunning(db, person);
  const ownVersion = await readVersion(db, row.version_id);
  const version = (await readKept(db, row, tier)) ?? (await requireSold(db, tier));
  const target = { tier, versionId: version.id, monthlyHours: version.minutes / 60 };
  const renewalCents = version.priceCents;
  const at = row.current_period_end;
  const kind = kindOfChange(ownVersion, version);
  if (kind === 'keep') return { kind, ...target, renewsAt: at, renewalCents };
  if (kind === 'downgrade') return { kind, ...target, at, renewalCents };
  await refuseUpgradeNow(db, row);
  await asRefusal(() => holdMove(deps, row));
  const prorationAt = wholeSecond(clock.now());
  const { amountCents, ...rest } = await previewOf(deps, row, version, prorationAt);
  const shown = textOfTerms(shownTerms(row, version, { amountCents, prorationAt }));
  const seal = sealOf(secret, termsPurpose, shown);
  return {
    kind,
    ...target,
    terms: { amountCents, prorationAt, seal },
    ...rest,
    addedHours: await addedHours(db, row, { ownVersion, version, at: prorationAt }),
    renewsAt: at,
    renewalCents,
  };
}

/**
 * Changes a member's plan, step by step from its present state at the provider to the wanted one. A step that
 * another call has begun is finished first, so simultaneous taps and repeats after a lost answer are one change.
 * An upgrade is charged exactly as shown and agreed to, or not at all. If the bank asks, the answer contains the
 * secret with which the browser continues, and the plan changes once it is paid.
 * @throws Refusal `plan_required`, `invalid_input` (other figures than the plan's), `terms_changed`, `conflict`
 * (another change; the account is to be deleted), `payment_incomplete` (declined; nothing has changed),
 * `payment_unavailable`
 */
export async function changeSubscription(
  deps: PlanChangeParts,
  person: Person,
  wanted: SubscriptionChange,
  log: Log,
): Promise<Changed> {
  const continues = 'tier' in wanted || !wanted.cancelAtPeriodEnd;
  if (continues) await refuseLeaving(deps.db, person.id);
  const { id } = await requireRunning(deps.db, person);
  const payment = await bringPlanTo({ ...deps, log }, person, wanted);
  if (continues) await clearLeavingUnlessEnding(deps.db, id);
  else await clearLeaving(deps.db, person.id);
  return conclude(deps, person, payment);
}

/**
 * Brings the running plan to the wanted state, for a member or for the system.
 * @param leaving whether the plan ends because its member's account is to be deleted
 * @returns the state of an upgrade's payment
 * @throws Refusal `plan_required`, `terms_changed`, `conflict`, `payment_unavailable`
 */
export async function bringPlanTo(
  deps: PlanChangeParts,
  person: Pick<Person, 'id'>,
  wanted: SubscriptionChange,
  leaving = false,
): Promise<PlanPayment | null> {
  const { provider_id } = await requireRunning(deps.db, person);
  await asRefusal(() => syncSubscription(deps, provider_id));
  const known: Known = { version: null, leaving };
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const row = await requireRunning(deps.db, person);
    const taken = await asRefusal(() => takeStep(deps, row, wanted, known));
    if (taken !== 'more') return taken === 'there' ? null : taken;
  }
  throw elsewhere();
}

/**
 * Pays a failed renewal with the card that pays the plan, or continues an upgrade whose bank asks.
 * @throws Refusal `plan_required`, `payment_incomplete` (declined again; no card), `payment_unavailable`
 */
export async function payOwed(deps: PlanChangeParts, person: Person): Promise<Changed> {
  const row = await requireRunning(deps.db, person);
  const owed = await readOpenInvoice(deps.db, row.id);
  if (!owed) return goOn(deps, person, row);
  const payment = await askAbout(deps, row, () => payInvoice(deps, owed.id));
  await asRefusal(() => syncSubscription(deps, row.provider_id));
  return conclude(deps, person, payment);
}

async function goOn(deps: PlanChangeParts, person: Person, row: Running): Promise<Changed> {
  const open = await findOpenChange(deps.db, row.id);
  const payment = open?.kind === 'upgrade' ? await asRefusal(() => perform(deps, row, open)) : null;
  if (!payment) await asRefusal(() => syncSubscription(deps, row.provider_id));
  return conclude(deps, person, payment);
}

async function payInvoice(deps: PlanChangeParts, invoiceId: string): Promise<PlanPayment> {
  const { payments } = deps;
  try {
    return await payments.payInvoice({ invoiceId, attempt: randomUUID() });
  } catch (cause) {
    if (cause instanceof PaymentRefused && cause.code === 'missing')
      throw new Refusal('payment_incomplete', noCard, { cause });
    throw cause;
  }
}

/** @throws Refusal `payment_incomplete` if the payment was declined */
async function conclude(
  deps: PlanChangeParts,
  person: Person,
  payment: PlanPayment | null,
): Promise<Changed> {
  const { db, changes } = deps;
  planChanged(changes, person.id);
  if (payment?.state === 'declined') throw new Refusal('payment_incomplete', payment.message);
  const clientSecret = payment?.state === 'needs_action' ? payment.clientSecret : null;
  return { subscription: await readSubscription(db, person), clientSecret };
}

/**
 * The version to which a change leads, decided before its first step: a plan that goes on again has its earlier
 * follower back, which is not the one that was shown.
 */
interface Known {
  version: PlanVersion | null;
  leaving: boolean;
}

/**
 * @returns the state of an upgrade's payment, `there` if nothing was left to do, or `more` after a step on the way
 */
async function takeStep(
  deps: PlanChangeParts,
  row: Running,
  wanted: SubscriptionChange,
  known: Known,
): Promise<PlanPayment | 'there' | 'more'> {
  const open = await findOpenChange(deps.db, row.id);
  if (open && isUpgradeOf(open, wanted)) return (await perform(deps, row, open)) ?? 'more';
  if (open) {
    if (open.kind === 'upgrade') await drop(deps, row, open);
    else await perform(deps, row, open);
    return 'more';
  }
  if (!('tier' in wanted)) return takePlainStep(deps, row, wanted, known);
  const version = known.version ?? (await versionFor(deps.db, row, wanted));
  known.version = version;
  refuseOtherFigures(wanted, version, deps.log);
  if (kindOfChange(await readVersion(deps.db, row.version_id), version) !== 'upgrade')
    return takePlainStep(deps, row, { version }, known);
  const { terms } = wanted;
  if (!terms) throw termsChanged();
  await refuseUpgradeNow(deps.db, row);
  await holdMove(deps, row);
  await refuseOtherTerms(deps, row, version, terms);
  const change = await claim(deps, row, {
    kind: 'upgrade',
    tier: version.tier,
    version_id: version.id,
    proration_at: terms.prorationAt,
    amount_cents: terms.amountCents,
  });
  return (change && (await perform(deps, row, change))) ?? 'more';
}

async function takePlainStep(
  deps: PlanChangeParts,
  row: Running,
  wanted: Parameters<typeof missingStep>[1],
  { leaving }: Known,
): Promise<'there' | 'more'> {
  const step = missingStep(row, wanted);
  if (!step) return 'there';
  const change = await claim(deps, row, step, leaving);
  if (change) await perform(deps, row, change);
  return 'more';
}

/**
 * The version that a change leads to: the member's own if they have the plan, now or next, else the one on sale.
 * @throws Refusal `invalid_input` (no such plan is sold), `terms_changed` (not the version that was shown)
 */
async function versionFor(
  db: Db,
  row: Running,
  { tier, versionId }: { tier: string; versionId?: string | undefined },
): Promise<PlanVersion> {
  const kept = await readKept(db, row, tier);
  if (!kept) return requireOnSale(db, tier, versionId);
  if (versionId !== undefined && versionId !== kept.id) throw termsChanged();
  return kept;
}

async function readKept(db: Db, row: Running, tier: string): Promise<PlanVersion | null> {
  const id = keptVersion(row, tier);
  // Whoever takes a change back renews with the version that was announced for their own plan.
  const [move] = id === row.version_id && tier === row.tier ? await selectPlanned(db, row.id) : [];
  const next = move && beginsAt(move.at, row.current_period_end) ? move.version_id : id;
  return next === null ? null : readVersion(db, next);
}

/** Whether an open change is the wanted upgrade, on the agreed terms. */
const isUpgradeOf = (open: PlanChangeTable, wanted: SubscriptionChange): boolean =>
  open.kind === 'upgrade' &&
  'tier' in wanted &&
  (wanted.versionId ?? wanted.tier) === open.version_id &&
  wanted.terms?.prorationAt === open.proration_at &&
  wanted.terms?.amountCents === open.amount_cents;

/**
 * @throws Refusal `terms_changed` unless we showed these terms for this plan and the provider would charge the same
 * now.
 */
async function refuseOtherTerms(
  deps: PlanChangeParts,
  row: Running,
  version: PlanVersion,
  terms: Terms,
): Promise<void> {
  const { amountCents, prorationAt, seal } = terms;
  const shown = textOfTerms(shownTerms(row, version, terms));
  if (!isSealOf(deps.secret, termsPurpose, shown, seal)) throw termsChanged();
  if (deps.clock.now().getTime() - Date.parse(prorationAt) > termsMs) throw termsChanged();
  const now = await previewOf(deps, row, version, prorationAt);
  if (now.amountCents !== amountCents) throw termsChanged();
}

const shownTerms = (
  row: Running,
  version: PlanVersion,
  { amountCents, prorationAt }: Pick<Terms, 'amountCents' | 'prorationAt'>,
): ShownTerms => ({
  subscriptionId: row.id,
  fromVersionId: row.version_id,
  versionId: version.id,
  periodEnd: row.current_period_end,
  prorationAt,
  amountCents,
});

const previewOf = (deps: PlanChangeParts, row: Running, version: PlanVersion, prorationAt: string) => {
  const { payments, env } = deps;
  return askAbout(deps, row, () =>
    payments.previewUpgrade({ subscriptionId: row.provider_id, plan: priceOf(env, version), prorationAt }),
  );
};

/**
 * Asks the provider about a plan. If it refuses, the plan may have ended or changed there without an event that has
 * reached us: it is read afresh, so that a later try does not meet the same refusal for ever.
 * @throws Refusal `plan_required` if it has ended, `payment_unavailable`
 */
function askAbout<T>(deps: PlanChangeParts, row: Running, ask: () => Promise<T>): Promise<T> {
  return asRefusal(async () => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      await syncSubscription(deps, row.provider_id);
      await requireRunning(deps.db, { id: row.user_id });
      throw error;
    }
  });
}

/** As `grantsOf` counts them once the upgrade is paid. */
async function addedHours(
  db: Db,
  row: Running,
  { ownVersion, version, at }: { ownVersion: PlanVersion; version: PlanVersion; at: string },
): Promise<number> {
  const paid = await readLargestPaid(db, { subscriptionId: row.id, periodEnd: row.current_period_end });
  const period = { start: row.current_period_start ?? at, at, end: row.current_period_end };
  const minutes = upgradeMinutes(Math.max(ownVersion.minutes, paid), version.minutes, period);
  return Math.round((minutes / 60) * 100) / 100;
}

async function requireRunning(db: Db, person: Pick<Person, 'id'>): Promise<Running> {
  const row = await findLive(db, person.id);
  const runs = row?.status === 'active' || row?.status === 'past_due';
  if (!runs || !row.provider_id || !row.current_period_end)
    throw new Refusal('plan_required', 'You have no plan to change');
  return { ...row, provider_id: row.provider_id, current_period_end: row.current_period_end };
}

async function refuseUpgradeNow(db: Db, row: Running): Promise<void> {
  if (row.status === 'past_due')
    throw new Refusal('conflict', 'Your last payment failed. Please settle it first.');
  if (isChangeAhead(row))
    throw new Refusal('conflict', 'Your plan is about to change. Please take that back first.');
  const period = { subscriptionId: row.id, periodEnd: row.current_period_end };
  if (await isPeriodGranted(db, period)) return;
  // Such as a trial: an upgrade is the difference to a month that was paid.
  if (await isPeriodForNothing(db, period))
    throw new Refusal(
      'conflict',
      'Nothing is charged for the present period of your plan. You can upgrade when the next one is paid.',
    );
  throw new Refusal('conflict', 'Your plan is being renewed. Please try again in an hour.');
}

/** The provider computes in whole seconds. */
const wholeSecond = (at: Date): string => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();

const termsChanged = () =>
  new Refusal('terms_changed', 'What this costs has changed since you saw it. Nothing was charged.');
