import type { Refund } from '../../contract/schemas/refunds.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Refunds } from '../../providers/payments/payments.ts';
import { endParts, selectOfCharges, updateRefund } from './refunds.repository.ts';
import { stateAfter, withByHand } from './refunds.rules.ts';
import type { RefundTable } from './refunds.table.ts';

/** The team's refunds of parts of these charges, by the charge's id; charges without any are left out. */
export async function listRefundsOf(db: Db, chargeIds: readonly string[]): Promise<Map<string, Refund[]>> {
  const found = new Map<string, Refund[]>();
  if (!chargeIds.length) return found;
  for (const row of await selectOfCharges(db, chargeIds)) {
    const others = found.get(row.charge_id);
    if (others) others.push(presentRefund(row));
    else found.set(row.charge_id, [presentRefund(row)]);
  }
  return found;
}

export const presentRefund = (row: RefundTable): Refund => ({
  id: row.id,
  amountCents: row.amount_cents,
  reason: row.reason,
  at: row.created_at,
  state: row.state === 'made' ? 'made' : 'under_way',
});

/** The provider's refunds of a charge, with the parts that people have refunded in another way. */
export async function completed(db: Db, chargeId: string, read: Refunds): Promise<Refunds> {
  const byHand = (await selectOfCharges(db, [chargeId])).filter(({ by_hand }) => by_hand === 1);
  return withByHand(
    read,
    byHand.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  );
}

/**
 * Brings the team's refunds of a charge to the state that was read; in the transaction that stores the charge's own.
 * @returns whether one has changed
 */
export async function noteParts(tx: Tx, chargeId: string, read: Refunds): Promise<boolean> {
  let isNews = false;
  for (const row of await selectOfCharges(tx, [chargeId])) {
    const state = stateAfter(row, read);
    if (state === row.state) continue;
    await updateRefund(tx, row.id, { state, ...(state !== 'due' && { trouble: null }) });
    isNews = true;
  }
  return isNews;
}

/** Ends the parts of a charge that are still to be made, because a person has refunded all of it in another way. */
export const endPartsOf = (tx: Tx, chargeId: string): Promise<void> => endParts(tx, chargeId);
