import { bookingChanged, disputesChanged, planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { PlanInvoice, PlanShare, PlanSubscription } from '../../../providers/payments/payments.ts';
import { findByCustomer } from '../../records/account/account.service.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { mirrorInvoice } from '../../records/billing/billing.service.ts';
import { decideInvoiceRefund } from '../../records/billing/invoice-refunds.service.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { grantsOf } from '../../records/hours/grants.rules.ts';
import { grantForInvoice, isAnyGranted, readGrantedVersions } from '../../records/hours/hours.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { noteUnclear } from '../../records/payments/disputes/unclear/unclear.service.ts';
import type { PlanVersion } from '../../records/plans/plans.rules.ts';
import { readVersions } from '../../records/plans/plans.service.ts';
import { settleMoves } from '../../records/subscription/moves/moves.service.ts';
import {
  findByProvider,
  lockByProvider,
  updateSubscription,
} from '../../records/subscription/subscription.repository.ts';
import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';
import { closeUpgrade } from './plan-changes.repository.ts';
import { sendPlanReceipt } from './plan-receipts.service.ts';

/** The parts of the server that a plan needs. */
export type PlanParts = Pick<Deps, 'db' | 'clock' | 'payments' | 'env' | 'changes'> & { log: Log };
type Status = SubscriptionTable['status'];

/** Our status of the subscription, and whether any part of it was ever paid. */
export interface Synced {
  status: Status;
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
  const granted = await readGrantedVersions(db, row.id);
  const versions = await readVersions(db, [...namedIn(truth, invoices), ...granted.values(), row.version_id]);
  const ownVersion = versions.get(row.version_id);
  if (!ownVersion) throw new Error(`No plan has the version ${row.version_id}`);
  const charged = versions.get(truth.versionId ?? '');
  // A price that we do not know leaves the member the version that they have.
  const version = paidVersion(truth, invoices, versions) ?? charged ?? ownVersion;
  const status = row.status === 'ended' ? 'ended' : (statuses[truth.status] ?? begun(row.status));
  const moved = await settleMoves(db, row.id, {
    hasEnded: status === 'ended',
    version,
    chargedId: charged?.id ?? null,
    periodStart: truth.currentPeriodStart,
    periodEnd: truth.currentPeriodEnd,
    now,
  });
  const isPlanned = charged !== undefined && charged.id !== version.id;
  const next = truth.cancelAtPeriodEnd ? null : isPlanned ? charged : (moved ?? charged ?? version);
  const mirrored = {
    provider_id: truth.id,
    tier: version.tier,
    version_id: version.id,
    next_tier: next?.tier ?? null,
    next_version_id: next?.id ?? null,
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
  if (version.id !== row.version_id) await closeUpgrade(db, row.id, { versionId: version.id, now });
  const isGone = await hasGone(db, row.user_id);
  // A plan can be read as incomplete although its first invoice, read a moment later, is paid and has granted hours.
  const hadPlan =
    row.status === 'active' ||
    row.status === 'past_due' ||
    (status === 'ended' && (await isAnyGranted(db, row.id)));
  if (!isGone) await tell(db, { row, ownVersion, version, status, hadPlan, invoices, now });
  const owner = { userId: row.user_id, subscriptionId: row.id };
  const bought = withVersions(invoices, { versions, granted, otherwise: ownVersion }).flatMap(
    ({ status, ...invoice }) =>
      status === 'unknown'
        ? []
        : // The invoice's page shows the person's name.
          { ...invoice, status, hostedInvoiceUrl: isGone ? null : invoice.hostedInvoiceUrl },
  );
  let isNews = changed;
  const newlyPaid: typeof bought = [];
  for (const invoice of bought)
    if (await mirrorInvoice(db, { ...owner, version: invoice.version, invoice })) {
      isNews = true;
      if (invoice.status === 'paid') newlyPaid.push(invoice);
    }
  const paid = bought.filter((invoice) => invoice.status === 'paid').toReversed();
  const running = { start: truth.currentPeriodStart, end: truth.currentPeriodEnd };
  // An ended plan that its member never had is refunded.
  const wasted = status === 'ended' && !hadPlan ? paid : [];
  for (const { id, version, amountPaidCents: amountCents } of wasted)
    await decideInvoiceRefund(db, { id, userId: row.user_id, plan: version.name, amountCents, now });
  for (const grant of wasted.length ? [] : grantsOf(paid, running))
    await grantForInvoice(db, { ...grant, ...owner, timeZone: env.BUSINESS_TIME_ZONE, now });
  if (!isGone && !wasted.length)
    for (const invoice of newlyPaid) await sendPlanReceipt(db, { userId: row.user_id, invoice, now });
  const runs = status === 'active' || status === 'past_due';
  const bookings = runs ? await planPaid(db, row.user_id, now) : [];
  // How an ended plan was sold concerns nobody any more.
  const unclear = status === 'ended' ? [] : [truth, ...invoices].flatMap((each) => each.unclear);
  const isTeamsNews = await noteUnclear(db, { readBy: truth.id, userId: row.user_id, now }, unclear);
  const pendingInvoiceId = truth.isUpdatePending ? truth.latestInvoiceId : null;
  return { synced: { status, paid: paid.length > 0, pendingInvoiceId }, isNews, isTeamsNews, bookings };
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
    ownVersion,
    version,
    status,
    hadPlan,
    invoices,
    now,
  }: {
    row: SubscriptionTable;
    /** The versions before this read and after it. */
    ownVersion: PlanVersion;
    version: PlanVersion;
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
    const news = { what: 'renewal_failed', plan: version.name, amountCents, nextAttemptAt } as const;
    await announceBilling(db, { ...to, occasion: `renewal:${owed.id}`, news });
  }
  if (status === 'ended' && row.status !== 'ended' && hadPlan) {
    const news = { what: 'plan_ended', plan: ownVersion.name } as const;
    await announceBilling(db, { ...to, occasion: `plan-ended:${row.id}`, news });
  }
}

type Versions = ReadonlyMap<string, PlanVersion>;

/** The ids of all versions that the provider names. */
const namedIn = (truth: PlanSubscription, invoices: PlanInvoice[]): (string | null)[] => [
  truth.versionId,
  ...invoices
    .flatMap((invoice) => [invoice, ...(invoice.earlier ? [invoice.earlier] : [])])
    .flatMap(({ versionId, fromVersionId }) => [versionId, fromVersionId]),
];

/**
 * The invoices with the versions that they are for. A price that we do not know counts as the version that its invoice
 * has granted, else as the one that was paid for before it: the version of today would count other hours each time that
 * the invoices are read.
 * @param invoices newest first
 * @param known.granted the ids of the versions of our grants, by the invoice's id
 * @param known.otherwise the member's version before this read, for an oldest invoice that has granted nothing yet
 */
function withVersions(
  invoices: PlanInvoice[],
  known: { versions: Versions; granted: ReadonlyMap<string, string>; otherwise: PlanVersion },
) {
  const { versions, granted } = known;
  let before = known.otherwise;
  const versionsOf = (
    share: Pick<PlanShare, 'versionId' | 'fromVersionId'>,
    grantedVersion?: PlanVersion | undefined,
  ) => ({
    version: versions.get(share.versionId ?? '') ?? grantedVersion ?? before,
    fromVersion: versions.get(share.fromVersionId ?? '') ?? null,
  });
  return invoices
    .toReversed()
    .map((invoice) => {
      const line = versionsOf(invoice, versions.get(granted.get(invoice.id) ?? ''));
      const earlier = invoice.earlier && { ...invoice.earlier, ...versionsOf(invoice.earlier) };
      if (invoice.status === 'paid') before = line.version;
      return { ...invoice, ...line, earlier };
    })
    .toReversed();
}

/** The version that the running period was paid for; the provider's price may already be the next one's. */
function paidVersion(
  { currentPeriodEnd }: PlanSubscription,
  invoices: PlanInvoice[],
  versions: Versions,
): PlanVersion | undefined {
  const [newest] = invoices
    .filter(
      ({ status, periodEnd, versionId }) => status === 'paid' && periodEnd === currentPeriodEnd && versionId,
    )
    .sort((a, b) => b.created.localeCompare(a.created));
  return versions.get(newest?.versionId ?? '');
}
