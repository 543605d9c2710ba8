import type { Db, Tx } from '../../../../db/database.ts';
import type { Place } from '../../../../db/keyset.ts';
import type { DisputeTable } from './disputes.table.ts';

/** Stores the dispute as the provider has it now. @returns its earlier state, and whether it is new or changed */
export async function upsertDispute(
  db: Tx,
  row: DisputeTable,
): Promise<{ before: DisputeTable['state'] | null; isNews: boolean }> {
  const { state, booking_id, amount_cents, answer_by, updated_at, closed_at } = row;
  const before = await db
    .selectFrom('disputes')
    .select(['state', 'booking_id'])
    .where('provider_id', '=', row.provider_id)
    .executeTakeFirst();
  await db
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet({ state, booking_id, amount_cents, answer_by, updated_at, closed_at }),
    )
    .execute();
  const isNews = before?.state !== state || before.booking_id !== booking_id;
  return { before: before?.state ?? null, isNews };
}

/**
 * The time since which a payment of the person's plan is disputed without a decision; `undefined` without a dispute.
 */
export async function findPlanDispute(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('disputes')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('invoice_id', 'is not', null)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export async function isBookingDisputed(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an invoice is in a dispute that is open or was lost, so that its hours cannot be used. */
export async function isInvoiceFrozen(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['open', 'lost'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Undecided disputes that were not checked since `before`, in the order of their ids, after `after`. */
export function selectUnseen(
  db: Db,
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<{ provider_id: string; intent_id: string }[]> {
  return db
    .selectFrom('disputes')
    .select(['provider_id', 'intent_id'])
    .where('state', 'in', ['open', 'inquiry', 'unknown'])
    .where('updated_at', '<', before)
    .where('provider_id', '>', after)
    .orderBy('provider_id')
    .limit(limit)
    .execute();
}

const described = (db: Db) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .selectAll('d')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .select((e) => e.fn.coalesce('p.description', 'i.description', e.val('')).as('description'));

export type DisputeRow = Awaited<ReturnType<typeof selectDisputes>>[number];

export const selectDisputes = (db: Db, after: Place, rows: number) =>
  described(db)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.created_at', 'd.id'), '<', tuple(after.created_at, after.id)),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(rows)
    .execute();

export const findDispute = (db: Db, id: string) => described(db).where('d.id', '=', id).executeTakeFirst();
