import { randomUUID } from 'node:crypto';
import { sameTime } from '../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { PlanVersion } from '../plans/plans.rules.ts';
import { readVersion } from '../plans/plans.service.ts';
import type { Grant } from './grants.rules.ts';
import {
  hasGranted,
  hasGrantedAny,
  hasGrantedNothing,
  hasGrantedPeriod,
  insertGrant,
  lockMember,
  openGrants,
  selectBalance,
  selectGrantedVersions,
  selectLargestPaid,
  selectPaidPeriod,
  selectRemainingOf,
  selectWorkOf,
} from './hours.repository.ts';
import { grant, settle, settleWithdrawn } from './ledger.rules.ts';
import { openLedger, readLedger, writeEntries } from './ledger.service.ts';

/** Unused hours roll over for up to 3 months (spec §9). */
const rolloverMonths = 3;

/**
 * Grants the hours of a paid invoice (`grantsOf`), once per invoice however often it is called. An invoice that
 * grants nothing is remembered and never grants later.
 * The minutes are valid from the beginning of the period until three calendar months of `timeZone` after its end
 * (design §4). What is not refunded or disputed already first covers earlier work within that time that was done past
 * the balance. So a member whose upgrade or late payment follows the work does not keep both hours and overage.
 * Instants are ISO 8601 UTC.
 */
export async function grantForInvoice(
  db: Tx,
  input: Grant & { userId: string; subscriptionId: string; timeZone: string; now: string },
): Promise<void> {
  const { userId, subscriptionId, invoiceId, kind, version, minutes, periodStart, periodEnd, timeZone, now } =
    input;
  if (await hasGranted(db, invoiceId)) return;
  await lockMember(db, userId);
  // Checked again, because another call may have granted while this one waited.
  if (await hasGranted(db, invoiceId)) return;
  const id = randomUUID();
  await insertGrant(db, {
    id,
    user_id: userId,
    subscription_id: subscriptionId,
    invoice_id: invoiceId,
    kind,
    tier: version.tier,
    version_id: version.id,
    minutes,
    period_start: periodStart,
    period_end: periodEnd,
    expires_at: monthsLater(periodEnd, rolloverMonths, timeZone),
    created_at: now,
  });
  if (minutes === 0) return;
  const ledger = await readLedger(db, { userId, bookingId: null, now });
  await writeEntries(db, settleWithdrawn(grant(ledger, { id, minutes })));
}

/** The expiry of the first month's hours of a plan begun now. The month is the provider's, in UTC. */
export const firstMonthServesUntil = (now: Date, timeZone: string): string =>
  monthsLater(monthsLater(now.toISOString(), 1, 'UTC'), rolloverMonths, timeZone);

/** Whether a plan's period was paid for, as shown by its granted hours. */
export const isPeriodGranted = (db: Db, period: { subscriptionId: string; periodEnd: string }) =>
  hasGrantedPeriod(db, period);

/** The most monthly minutes that a plan's period was paid for so far, from which an upgrade counts (`grantsOf`). */
export const readLargestPaid = (db: Db, period: { subscriptionId: string; periodEnd: string }) =>
  selectLargestPaid(db, period);

/** Whether the only invoices of a plan's period sold nothing, as those of a trial do. */
export const isPeriodForNothing = (db: Db, period: { subscriptionId: string; periodEnd: string }) =>
  hasGrantedNothing(db, period);

/** The ids of the versions of a plan's grants, by the provider's invoice. */
export const readGrantedVersions = async (db: Db, subscriptionId: string): Promise<Map<string, string>> =>
  new Map((await selectGrantedVersions(db, subscriptionId)).map((row) => [row.invoice_id, row.version_id]));

/** Whether a plan has ever granted hours. */
export const isAnyGranted = (db: Db, subscriptionId: string) => hasGrantedAny(db, subscriptionId);

/** Makes a booking's use equal to `minutes`, as `settle` does. */
export async function settleBooking(
  db: Tx,
  use: { userId: string; bookingId: string; minutes: number; usedAt: string; now: string },
): Promise<void> {
  await writeEntries(db, settle(await openLedger(db, use), use));
}

/** The work that used the hours of an invoice, with the minutes, in the order in which it was done. */
export const listWorkOf = (db: Db, invoiceId: string) => selectWorkOf(db, invoiceId);

/** A period that a member has paid for as a whole. */
export interface PaidPeriod {
  /** The version that it was paid for when it began. */
  version: PlanVersion;
  end: string;
  /** The time at which we heard of the payment. */
  paidAt: string;
}

/** The paid period that had begun last at an instant; it may be over, while the next one is not paid yet. */
export async function readLastPaidPeriod(db: Db, userId: string, at: string): Promise<PaidPeriod | null> {
  const [row] = await selectPaidPeriod(db, { userId, at });
  if (!row) return null;
  return { version: await readVersion(db, row.version_id), end: row.period_end, paidAt: row.created_at };
}

/** The paid period in which an instant lies; `null` if there is none. */
export async function readPaidPeriod(db: Db, userId: string, at: string): Promise<PaidPeriod | null> {
  const period = await readLastPaidPeriod(db, userId, at);
  return period && period.end > at ? period : null;
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
export const holdLedger = (db: Tx, userId: string): Promise<void> => lockMember(db, userId);

/**
 * The same day and local time in the business's zone, months later. A month without that day gives its last day; of
 * a repeated hour it is the second.
 */
const monthsLater = (at: string, months: number, timeZone: string): string =>
  sameTime(at, { months }, timeZone, 'later');
