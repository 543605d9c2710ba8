import type { Db, Tx } from '../../../../db/database.ts';
import { coverOverage, openLedger, reversalOf, type Write } from '../ledger.ts';
import { disputedGrants, liveFreezes, liveRefunded, refundedGrants } from './withdrawn.repository.ts';

/**
 * Brings an invoice's hours to the state of its disputes. Remaining hours are frozen while a dispute is open, and
 * stay frozen after a loss; they come back once there is neither. Work done with them stays done.
 */
export async function settleDisputedHours(
  tx: Tx,
  { userId, invoiceId, now }: { userId: string; invoiceId: string; now: string },
): Promise<void> {
  const record = await openLedger(tx, userId, now);
  const thawed = await liveFreezes(tx, invoiceId);
  await record(thawed.map((entry) => reversalOf(entry, now)));
  await settleWithdrawn(tx, userId, record, now);
}

/**
 * Brings a member's hours to the state of the refunds of their invoices; may be called any number of times. A refund
 * takes its share of the hours that are unused, and gives them back if it fails. Work done stays done.
 */
export async function settleRefundedHours(
  tx: Tx,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  await settleWithdrawn(tx, userId, await openLedger(tx, userId, now), now);
}

/**
 * Brings a member's hours to the state of the payments that bought them, after any change of either. The hours that
 * stay cover overage.
 */
export async function settleWithdrawn(tx: Tx, userId: string, record: Write, now: string): Promise<void> {
  const taken = new Map<string | null, number>();
  for (const entry of await liveRefunded(tx, { userId, now })) {
    const { grant_id, minutes, hours_kept_cents, invoice_refunded_cents } = entry;
    const level = entry.refunded_cents ?? 0;
    // The refund has failed, or the team has left its hours to the member.
    if (level > invoice_refunded_cents || level <= hours_kept_cents) await record([reversalOf(entry, now)]);
    else taken.set(grant_id, (taken.get(grant_id) ?? 0) - minutes);
  }
  // Hours that are frozen are divided when they come back.
  await freezeDisputed(tx, userId, record, now);
  await takeRefunded(tx, { userId, taken, record, now });
  await coverOverage(tx, userId, record, now);
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

/**
 * Takes the refunded share of each grant's unused minutes, less what refunds have taken already: so minutes that a
 * booking returns lose the same share, and minutes that were left by a refund lose nothing twice. It is rounded to the
 * minute, because half of an odd price is a cent more or less than a half.
 * @param taken the minutes taken by refunds that stand, by grant
 */
async function takeRefunded(
  tx: Tx,
  {
    userId,
    taken,
    record,
    now,
  }: { userId: string; taken: Map<string | null, number>; record: Write; now: string },
): Promise<void> {
  for (const grant of await refundedGrants(tx, { userId, now })) {
    const remaining = Number(grant.remaining_minutes);
    const before = taken.get(grant.id) ?? 0;
    const refunded = grant.refunded_cents - grant.hours_kept_cents;
    const share = Math.round(((remaining + before) * refunded) / Math.max(grant.amount_paid_cents, 1));
    const minutes = Math.min(remaining, share - before);
    if (minutes <= 0) continue;
    const entry = { grant_id: grant.id, booking_id: null, reverses_id: null, at: now } as const;
    const { refunded_cents } = grant;
    await record([{ ...entry, kind: 'refunded', minutes: -minutes, refunded_cents }]);
  }
}

/** The minutes that refunds have taken from grants that have not expired, by invoice. */
export async function listRefundedHours(
  db: Db,
  userId: string,
  now: string,
): Promise<{ invoiceId: string; description: string; minutes: number }[]> {
  const invoices = Map.groupBy(await liveRefunded(db, { userId, now }), ({ invoice_id }) => invoice_id);
  return [...invoices].map(([invoiceId, entries]) => ({
    invoiceId,
    description: entries[0]?.description ?? '',
    minutes: entries.reduce((sum, { minutes }) => sum - minutes, 0),
  }));
}
