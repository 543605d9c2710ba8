import { randomUUID } from 'node:crypto';
import { TZDate } from '@date-fns/tz';
import { addMonths } from 'date-fns/addMonths';
import type { PlanTier } from '../../contract/plans.ts';
import type { Db, Tx } from '../../db/database.ts';
import {
  insertEntries,
  insertGrant,
  liveUses,
  lockGrants,
  openGrants,
  selectBalance,
} from './hours.repository.ts';

/** Unused hours roll over for up to 3 months (spec §9). */
const rolloverMonths = 3;

/**
 * Gives a paid invoice's minutes, once per invoice however often it is called. They serve from `periodStart` until
 * three calendar months of `timeZone` after `periodEnd` (design §4). Instants are ISO 8601 UTC.
 */
export async function grantForInvoice(
  tx: Tx,
  input: {
    userId: string;
    invoiceId: string;
    tier: PlanTier;
    minutes: number;
    periodStart: string;
    periodEnd: string;
    timeZone: string;
    now: string;
  },
): Promise<void> {
  const id = randomUUID();
  const isNew = await insertGrant(tx, {
    id,
    user_id: input.userId,
    invoice_id: input.invoiceId,
    tier: input.tier,
    minutes: input.minutes,
    period_start: input.periodStart,
    period_end: input.periodEnd,
    expires_at: monthsLater(input.periodEnd, rolloverMonths, input.timeZone),
    created_at: input.now,
  });
  if (!isNew) return;
  const grant = { user_id: input.userId, grant_id: id, booking_id: null, reverses_id: null, at: input.now };
  await insertEntries(tx, [{ ...grant, id: randomUUID(), kind: 'grant', minutes: input.minutes }]);
}

/**
 * Makes what a booking uses equal `minutes`; 0 takes it back. What stood there before is reversed entry by entry,
 * then used anew from the grant that expires first; what no grant covers is recorded as overage. The hours belong
 * to `usedAt`, when the work was completed: a correction next month neither moves them there nor loses minutes
 * that have expired since. The caller holds the booking's lock.
 */
export async function settleBooking(
  tx: Tx,
  input: { userId: string; bookingId: string; minutes: number; usedAt: string; now: string },
): Promise<void> {
  const { userId, bookingId, usedAt, now } = input;
  await lockGrants(tx, userId);
  const standing = await liveUses(tx, bookingId);
  if (standing.reduce((sum, use) => sum - use.minutes, 0) === input.minutes) return;

  const common = { user_id: userId, booking_id: bookingId };
  await insertEntries(
    tx,
    standing.map((use) => ({
      ...common,
      id: randomUUID(),
      grant_id: use.grant_id,
      kind: 'reversal',
      minutes: -use.minutes,
      reverses_id: use.id,
      at: now,
    })),
  );

  let due = input.minutes;
  const uses = [];
  for (const grant of due ? await openGrants(tx, userId, usedAt) : []) {
    const taken = Math.min(due, grant.remaining_minutes);
    if (taken > 0) uses.push({ grant_id: grant.id, kind: 'use' as const, minutes: -taken });
    due -= taken;
  }
  if (due) uses.push({ grant_id: null, kind: 'overage' as const, minutes: -due });
  await insertEntries(
    tx,
    uses.map((use) => ({ ...common, ...use, id: randomUUID(), reverses_id: null, at: usedAt })),
  );
}

/** In minutes: used in the period that runs now, overage included; and what the grants that serve now still hold. */
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

/** The same day and wall clock in the business's own zone, months later; a month without that day gives its last. */
function monthsLater(at: string, months: number, timeZone: string): string {
  return new Date(addMonths(new TZDate(at, timeZone), months).getTime()).toISOString();
}
