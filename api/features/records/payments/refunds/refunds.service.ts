import { sql } from 'kysely';
import type { Refund } from '../../../../contract/schemas/refunds.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Refunds } from '../../../../providers/payments/payments.ts';
import type { PaymentTable } from '../payments.table.ts';
import { endParts, onTheWay, selectOfCharges, sumByHand, updateRefund } from './refunds.repository.ts';
import { leftBeside, restOf, stateAfter, unknownCents, withByHand } from './refunds.rules.ts';
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

/** The cents of a charge's parts that are decided and not made, as a column of a query whose table has `alias.id`. */
export const partsOnTheWay = (alias: string) => onTheWay(sql.ref(`${alias}.id`)).as('on_the_way_cents');

/**
 * The cents that a person refunds who settles a whole refund in another way, as a column: parts that are due end with
 * it, and those that the provider is making do not.
 */
export const leftByHand = (alias: string, amount: string) =>
  sql<number>`${sql.ref(`${alias}.${amount}`)} - ${sql.ref(`${alias}.refunded_cents`)} - ${onTheWay(sql.ref(`${alias}.id`), ['under_way'])}`.as(
    'left_cents',
  );

/** The rest of a charge, without its parts that are on their way. */
export async function readRest(
  db: Db,
  charge: { id: string; amount_cents: number; refunded_cents: number },
): Promise<number> {
  const sum = db.selectNoFrom(onTheWay(sql.val(charge.id)).as('on_the_way_cents'));
  return restOf({ ...charge, ...(await sum.executeTakeFirstOrThrow()) });
}

/** The provider's refunds of a charge, with the sums that people have refunded in another way. */
export const completed = async (db: Db, chargeId: string, read: Refunds): Promise<Refunds> =>
  withByHand(read, await sumByHand(db, chargeId));

/** The rest of a charge beside its parts that came back, or are still to be made: those are asked for by themselves. */
export const readLeftBeside = async (db: Db, chargeId: string, read: Refunds): Promise<number> =>
  leftBeside(await selectOfCharges(db, [chargeId]), read);

/**
 * The cents that a whole refund asks the provider for by their sum, because people have refunded others in another way;
 * `null` if nobody has, so that it asks for all that is left. Parts that are due are left out: they are asked for by
 * themselves, maybe at this moment, and the provider would make both.
 */
export async function readAsked(db: Db, chargeId: string, read: Refunds): Promise<number | null> {
  const { leftCents } = await completed(db, chargeId, read);
  if (leftCents === read.leftCents) return null;
  const due = (await selectOfCharges(db, [chargeId])).filter(({ trouble }) => trouble === null);
  return Math.max(0, leftCents - unknownCents(due, read));
}

/**
 * Brings the team's refunds of a charge to the state that was read; in the transaction that stores the charge's own.
 * @returns whether one has changed
 */
export async function noteParts(db: Tx, chargeId: string, read: Refunds): Promise<boolean> {
  let isNews = false;
  for (const row of await selectOfCharges(db, [chargeId])) {
    const state = stateAfter(row, read);
    if (state === row.state) continue;
    await updateRefund(db, row.id, { state, ...(state !== 'due' && { trouble: null }) });
    isNews = true;
  }
  return isNews;
}

/**
 * Ends the parts of a charge that are still to be made, because a person has refunded its rest in another way; the
 * caller holds the charge's lock.
 * @returns the rest beside those parts, as `by_hand_cents` with what was given by hand before, and the refunded sum
 * with both
 */
export async function endByHand(
  db: Tx,
  charge: Pick<PaymentTable, 'id' | 'amount_cents' | 'refunded_cents' | 'refund_by_hand' | 'by_hand_cents'>,
): Promise<{ by_hand_cents: number; refunded_cents: number }> {
  const before = charge.by_hand_cents ?? (charge.refund_by_hand ? charge.amount_cents : 0);
  const by_hand_cents = before + (await readRest(db, charge));
  await endParts(db, charge.id);
  return { by_hand_cents, refunded_cents: charge.refunded_cents + (await readRest(db, charge)) };
}
