import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../db/database.ts';
import {
  insertEntries,
  lockMember,
  selectLastEntry,
  selectLedgerGrants,
  selectStanding,
} from './hours.repository.ts';
import type { Ledger, LedgerEntry } from './ledger.rules.ts';

interface LedgerQuery {
  userId: string;
  /** The booking whose uses are to change; `null` if none are. */
  bookingId: string | null;
  now: string;
}

/** A member's hours. A caller that relies on them reads them by `openLedger`. */
export async function readLedger(db: Db, { userId, bookingId, now }: LedgerQuery): Promise<Ledger> {
  const grants = await selectLedgerGrants(db, { userId });
  const standing = await selectStanding(db, userId, bookingId);
  return {
    userId,
    bookingId,
    now,
    grants: grants.map((row) => ({
      id: row.id,
      invoiceId: row.invoice_id,
      periodStart: row.period_start,
      expiresAt: row.expires_at,
      minutes: Number(row.minutes),
      isDisputed: row.disputed !== null,
      paid:
        row.amount_paid_cents === null
          ? null
          : {
              cents: row.amount_paid_cents,
              refundedCents: row.refunded_cents ?? 0,
              keptCents: row.hours_kept_cents ?? 0,
            },
    })),
    standing: standing.map((row) => ({ ...row, reverses: null })),
    entries: [],
  };
}

/** The same, locked until the transaction ends. */
export async function openLedger(db: Tx, query: LedgerQuery): Promise<Ledger> {
  await lockMember(db, query.userId);
  return readLedger(db, query);
}

/** Writes the new entries of a ledger. The caller has held it since it was read. */
export async function writeEntries(
  db: Tx,
  { userId, now, entries }: Pick<Ledger, 'userId' | 'now' | 'entries'>,
): Promise<void> {
  if (!entries.length) return;
  const last = await selectLastEntry(db, userId);
  // A transaction that waited for the lock may have read the clock before the last entry was written.
  const recorded_at = last && last.recorded_at > now ? last.recorded_at : now;
  let seq = last?.seq ?? 0;
  const ids = new Map<LedgerEntry, string>();
  const rows = entries.map((entry) => {
    const { reverses, ...row } = entry;
    const id = randomUUID();
    ids.set(entry, id);
    seq += 1;
    const reverses_id = reverses && (reverses.id ?? ids.get(reverses) ?? null);
    return { ...row, id, reverses_id, user_id: userId, seq, recorded_at };
  });
  await insertEntries(db, rows);
}
