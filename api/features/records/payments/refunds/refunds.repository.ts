import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { RefundTable } from './refunds.table.ts';

export async function insertRefund(db: Tx, row: RefundTable): Promise<void> {
  await db.insertInto('refunds').values(row).execute();
}

export function findRefund(db: Db, id: string): Promise<RefundTable | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findByAttempt(db: Db, decidedBy: string, clientId: string): Promise<RefundTable | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('decided_by', '=', decidedBy)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** The refunds of these charges, oldest first. */
export function selectOfCharges(db: Db, chargeIds: readonly string[]): Promise<RefundTable[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', 'in', chargeIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The same of one charge, with the name of the administrator. */
export function selectWithDecider(db: Db, chargeId: string) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.id', 'r.decided_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .where('r.charge_id', '=', chargeId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

/**
 * The cents of a charge's parts that are decided and not made, for a query. The refunded sum of the charge does not
 * have them yet.
 * @param chargeId the charge's id, such as `sql.ref('p.id')`; the sum is 0 without a charge
 */
export const onTheWay = (
  chargeId: RawBuilder<unknown>,
  states: readonly RefundTable['state'][] = ['due', 'under_way'],
): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(part.amount_cents), 0) from refunds as part where part.charge_id = ${chargeId} and part.state in (${sql.join(states)}))`;

export async function updateRefund(db: Tx, id: string, change: Updateable<RefundTable>): Promise<void> {
  await db.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Refunds after `after` that are not made and do not wait for a person; in the order of their ids. */
export function selectOpen(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<RefundTable, 'id'>[]> {
  return db
    .selectFrom('refunds')
    .select('id')
    .where('state', '!=', 'made')
    .where('trouble', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The cents of a charge that people have refunded in another way: in parts, and by its whole refund. Of one that an
 * older release noted without its sum, the whole charge.
 */
export async function sumByHand(db: Db, chargeId: string): Promise<number> {
  const inParts = db
    .selectFrom('refunds')
    .select((e) => e.fn.coalesce(e.fn.sum<number>('amount_cents'), sql.lit(0)).as('cents'))
    .where('charge_id', '=', chargeId)
    .where('by_hand', '=', 1);
  const ofPayment = db
    .selectFrom('payments')
    .select((e) => e.fn.coalesce('by_hand_cents', 'amount_cents').as('cents'))
    .where('id', '=', chargeId)
    .where('refund_by_hand', '=', 1);
  const ofInvoice = db
    .selectFrom('invoices')
    .select((e) => e.fn.coalesce('by_hand_cents', 'amount_paid_cents').as('cents'))
    .where('id', '=', chargeId)
    .where('refund_by_hand', '=', 1);
  const found = await inParts.unionAll(ofPayment).unionAll(ofInvoice).execute();
  return found.reduce((sum, { cents }) => sum + cents, 0);
}

/** Ends the refunds of a charge that are still to be made, because a person has refunded all of it in another way. */
export async function endParts(db: Tx, chargeId: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ trouble: null, by_hand: 1, state: 'made' })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'due')
    .execute();
}

/** Refunds that wait for a person, without those whose charge is to be refunded whole. */
export function selectStuck(db: Db, limit: number) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.user_id', 'r.charge_id', 'r.trouble', 'r.amount_cents'])
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .where('r.state', '!=', 'made')
    .where('r.trouble', 'is not', null)
    .where(({ exists, not, or, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom('payments as p')
              .select('p.id')
              .whereRef('p.id', '=', 'r.charge_id')
              .where('p.status', '=', 'refunding'),
          ),
          exists(
            selectFrom('invoices as i')
              .select('i.id')
              .whereRef('i.id', '=', 'r.charge_id')
              .where('i.refund_state', '=', 'due'),
          ),
        ]),
      ),
    )
    .orderBy('r.id')
    .limit(limit)
    .execute();
}
