import type { Db, Tx } from '../../../../db/database.ts';
import { settleWithdrawn, thaw } from '../ledger.rules.ts';
import { openLedger, writeEntries } from '../ledger.service.ts';
import { liveRefunded } from './withdrawn.repository.ts';

/**
 * Brings an invoice's hours to the state of its disputes. Remaining hours are frozen while a dispute is open, and
 * stay frozen after a loss; they come back once there is neither. Work done with them stays done.
 */
export async function settleDisputedHours(
  db: Tx,
  { userId, invoiceId, now }: { userId: string; invoiceId: string; now: string },
): Promise<void> {
  const ledger = await openLedger(db, { userId, bookingId: null, now });
  await writeEntries(db, settleWithdrawn(thaw(ledger, invoiceId)));
}

/**
 * Brings a member's hours to the state of the refunds of their invoices; may be called any number of times. A refund
 * takes its share of the hours that are unused, and gives them back if it fails. Work done stays done.
 */
export async function settleRefundedHours(
  db: Tx,
  { userId, now }: { userId: string; now: string },
): Promise<void> {
  await writeEntries(db, settleWithdrawn(await openLedger(db, { userId, bookingId: null, now })));
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
