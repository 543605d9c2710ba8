import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';
import { insertEntries, liveOverages, lockMember, openGrants, selectLastEntry } from './hours.repository.ts';
import type { HourEntryTable } from './hours.table.ts';

/** An entry to be written; `refunded_cents` only for a refund. */
type Entry = Pick<HourEntryTable, 'grant_id' | 'booking_id' | 'kind' | 'minutes' | 'reverses_id' | 'at'> &
  Partial<Pick<HourEntryTable, 'refunded_cents'>>;
export type Write = (entries: Entry[]) => Promise<void>;

/** Locks a member's ledger until the transaction ends. @returns the function that adds entries in order */
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

export const reversalOf = (use: HourEntryTable, now: string): Entry => ({
  grant_id: use.grant_id,
  booking_id: use.booking_id,
  kind: 'reversal',
  minutes: -use.minutes,
  reverses_id: use.id,
  at: now,
});

/** Divides minutes of work done at `at` among the grants valid then; the rest is past them. */
export async function take(tx: Tx, userId: string, minutes: number, at: string) {
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
export async function coverOverage(tx: Tx, userId: string, record: Write, now: string): Promise<void> {
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
