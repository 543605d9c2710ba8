import { randomUUID } from 'node:crypto';
import { isPlanTier, type PlanTier } from '../../contract/facts/plans.ts';
import { sameTime } from '../../core/wall-clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Grant } from './grants.rules.ts';
import {
  disputedGrants,
  hasGranted,
  hasGrantedAny,
  hasGrantedPeriod,
  insertEntries,
  insertGrant,
  liveFreezes,
  liveOverages,
  liveUses,
  lockMember,
  openGrants,
  selectBalance,
  selectLastEntry,
  selectPaidPeriod,
  selectRemainingOf,
  selectWorkOf,
} from './hours.repository.ts';
import type { HourEntryTable } from './hours.table.ts';

/** Unused hours roll over for up to 3 months (spec §9). */
const rolloverMonths = 3;

/**
 * Grants the hours of a paid invoice (`grantsOf`), once per invoice however often it is called. An invoice that
 * grants nothing is remembered and never grants later.
 * The minutes are valid from the beginning of the period until three calendar months of `timeZone` after its end
 * (design §4). They first cover earlier work within that time that was done past the balance. So a member whose
 * upgrade or late payment follows the work does not keep both hours and overage. Instants are ISO 8601 UTC.
 */
export async function grantForInvoice(
  tx: Tx,
  input: Grant & { userId: string; subscriptionId: string; timeZone: string; now: string },
): Promise<void> {
  const { userId, subscriptionId, invoiceId, kind, tier, minutes, periodStart, periodEnd, timeZone, now } =
    input;
  if (await hasGranted(tx, invoiceId)) return;
  const record = await openLedger(tx, userId, now);
  // Checked again, because another call may have granted while this one waited.
  if (await hasGranted(tx, invoiceId)) return;
  const id = randomUUID();
  await insertGrant(tx, {
    id,
    user_id: userId,
    subscription_id: subscriptionId,
    invoice_id: invoiceId,
    kind,
    tier,
    minutes,
    period_start: periodStart,
    period_end: periodEnd,
    expires_at: monthsLater(periodEnd, rolloverMonths, timeZone),
    created_at: now,
  });
  if (minutes === 0) return;
  await record([{ grant_id: id, booking_id: null, kind: 'grant', minutes, reverses_id: null, at: now }]);
  await coverOverage(tx, userId, record, now);
}

/** The expiry of the first month's hours of a plan begun now. The month is the provider's, in UTC. */
export const firstMonthServesUntil = (now: Date, timeZone: string): string =>
  monthsLater(monthsLater(now.toISOString(), 1, 'UTC'), rolloverMonths, timeZone);

/** Whether a plan's period was paid for, as shown by its granted hours. */
export const isPeriodGranted = (db: Db, period: { subscriptionId: string; periodEnd: string }) =>
  hasGrantedPeriod(db, period);

/** Whether a plan has ever granted hours. */
export const isAnyGranted = (db: Db, subscriptionId: string) => hasGrantedAny(db, subscriptionId);

/**
 * Makes a booking's use equal to `minutes`; 0 takes it back. The old use is reversed entry by entry, then the new
 * one is taken from the grants in the order of their expiry. Minutes that no grant covers become overage. The hours
 * belong to `usedAt`, the completion of the work: a correction next month neither moves them there nor loses minutes
 * that have expired since. Minutes that come back cover overage of other work, as if they had been there when it was
 * done.
 */
export async function settleBooking(
  tx: Tx,
  input: { userId: string; bookingId: string; minutes: number; usedAt: string; now: string },
): Promise<void> {
  const { userId, bookingId, usedAt, now } = input;
  const record = await openLedger(tx, userId, now);
  const standing = await liveUses(tx, bookingId);
  if (standing.reduce((sum, use) => sum - use.minutes, 0) === input.minutes) return;
  await record(standing.map((use) => reversalOf(use, now)));
  const { uses, over } = await take(tx, userId, input.minutes, usedAt);
  await record([...uses, ...over].map((use) => ({ ...use, booking_id: bookingId, at: usedAt })));
  if (!standing.length) return;
  await freezeDisputed(tx, userId, record, now);
  await coverOverage(tx, userId, record, now);
}

/**
 * Brings an invoice's hours to the state of its disputes. Remaining hours are frozen while a dispute is open, and
 * stay frozen after a loss; they come back once there is neither. Work done with them stays done.
 */
export async function settleDisputedHours(
  tx: Tx,
  { userId, invoiceId, now }: { userId: string; invoiceId: string; now: string },
): Promise<void> {
  const record = await openLedger(tx, userId, now);
  await freezeDisputed(tx, userId, record, now);
  const thawed = await liveFreezes(tx, invoiceId);
  await record(thawed.map((entry) => reversalOf(entry, now)));
  if (thawed.length) await coverOverage(tx, userId, record, now);
}

/**
 * Freezes the remaining hours of grants whose payment is in an open or lost dispute, including hours that came back
 * since.
 */
async function freezeDisputed(tx: Tx, userId: string, record: Write, now: string): Promise<void> {
  const held = await disputedGrants(tx, userId);
  await record(
    held.map(({ id, remaining_minutes }) => ({
      grant_id: id,
      booking_id: null,
      kind: 'frozen',
      minutes: -Number(remaining_minutes),
      reverses_id: null,
      at: now,
    })),
  );
}

/** The work that used the hours of an invoice, with the minutes, in the order in which it was done. */
export const listWorkOf = (db: Db, invoiceId: string) => selectWorkOf(db, invoiceId);

/** The minutes that a booking uses now, including those past the balance, and the part past it. */
export async function readUses(
  db: Db,
  bookingId: string,
): Promise<{ usedMinutes: number; overageMinutes: number }> {
  const uses = await liveUses(db, bookingId);
  const sum = (of: typeof uses) => of.reduce((total, { minutes }) => total - minutes, 0);
  return { usedMinutes: sum(uses), overageMinutes: sum(uses.filter(({ kind }) => kind === 'overage')) };
}

/** A period that a member has paid for as a whole. */
export interface PaidPeriod {
  /** The plan that it was paid for when it began. */
  tier: PlanTier;
  start: string;
}

/** The paid period in which an instant lies; `null` if there is none. */
export async function readPaidPeriod(db: Db, userId: string, at: string): Promise<PaidPeriod | null> {
  const [row] = await selectPaidPeriod(db, { userId, at });
  return row && isPlanTier(row.tier) ? { tier: row.tier, start: row.period_start } : null;
}

/** The minutes used in the running period, including overage, and those left in the grants valid now. */
export async function readBalance(
  db: Db,
  userId: string,
  now: string,
): Promise<{ usedThisPeriodMinutes: number; remainingMinutes: number }> {
  const [row] = await selectBalance(db, { userId, now });
  return {
    usedThisPeriodMinutes: row?.used_minutes ?? 0,
    remainingMinutes: row?.remaining_minutes ?? 0,
  };
}

/** A person's valid hours by their expiry, without future ones. */
export async function readServing(
  db: Db,
  userId: string,
  now: string,
): Promise<{ expiresAt: string; minutes: number }[]> {
  const grants = await openGrants(db, userId, now);
  return grants.map((grant) => ({ expiresAt: grant.expires_at, minutes: Number(grant.remaining_minutes) }));
}

/** The minutes left in the valid grants of these people; people without any are left out. */
export async function readRemainingOf(
  db: Db,
  userIds: readonly string[],
  now: string,
): Promise<Map<string, number>> {
  const rows = userIds.length ? await selectRemainingOf(db, userIds, now) : [];
  return new Map(rows.map((row) => [row.user_id, Number(row.minutes)]));
}

/** Makes all other changes of this member's hours wait for the end of the transaction. */
export const holdLedger = (tx: Tx, userId: string): Promise<void> => lockMember(tx, userId);

type Entry = Pick<HourEntryTable, 'grant_id' | 'booking_id' | 'kind' | 'minutes' | 'reverses_id' | 'at'>;
type Write = (entries: Entry[]) => Promise<void>;

/**
 * Locks a member's ledger until the transaction ends; for the files of this folder.
 * @returns the function that adds entries in order
 */
export async function openLedger(tx: Tx, userId: string, now: string): Promise<Write> {
  await lockMember(tx, userId);
  const last = await selectLastEntry(tx, userId);
  let seq = last?.seq ?? 0;
  // A transaction that waited for the lock may have read the clock before the last entry was written.
  const recorded_at = last && last.recorded_at > now ? last.recorded_at : now;
  return (entries) =>
    insertEntries(
      tx,
      entries.map((entry) => {
        seq += 1;
        return { ...entry, id: randomUUID(), user_id: userId, seq, recorded_at };
      }),
    );
}

const reversalOf = (use: HourEntryTable, now: string): Entry => ({
  grant_id: use.grant_id,
  booking_id: use.booking_id,
  kind: 'reversal',
  minutes: -use.minutes,
  reverses_id: use.id,
  at: now,
});

/** Divides minutes of work done at `at` among the grants valid then; the rest is past them. */
async function take(tx: Tx, userId: string, minutes: number, at: string) {
  let due = minutes;
  const uses = [];
  for (const grant of due ? await openGrants(tx, userId, at) : []) {
    const taken = Math.min(due, grant.remaining_minutes);
    if (taken > 0)
      uses.push({ grant_id: grant.id, kind: 'use' as const, minutes: -taken, reverses_id: null });
    due -= taken;
  }
  const over = due ? [{ grant_id: null, kind: 'overage' as const, minutes: -due, reverses_id: null }] : [];
  return { uses, over };
}

/** Covers overage with minutes that could have served its work, the oldest work first. */
async function coverOverage(tx: Tx, userId: string, record: Write, now: string): Promise<void> {
  for (const overage of await liveOverages(tx, userId)) {
    const { booking_id, at } = overage;
    const { uses, over } = await take(tx, userId, -overage.minutes, at);
    if (uses.length)
      await record([
        reversalOf(overage, now),
        ...[...uses, ...over].map((use) => ({ ...use, booking_id, at })),
      ]);
  }
}

/**
 * The same day and local time in the business's zone, months later. A month without that day gives its last day; of
 * a repeated hour it is the second.
 */
const monthsLater = (at: string, months: number, timeZone: string): string =>
  sameTime(at, { months }, timeZone, 'later');
