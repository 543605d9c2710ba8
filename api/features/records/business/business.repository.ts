import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import type { BusinessTable } from './business.table.ts';

export type BusinessRow = Selectable<BusinessTable>;

export const selectBusiness = (db: Db): Promise<BusinessRow | undefined> =>
  db.selectFrom('business').selectAll().executeTakeFirst();

/** Adds the row, unless another process was quicker. */
export const insertBusiness = (db: Db, row: BusinessTable) =>
  db
    .insertInto('business')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** The row, locked until the transaction ends. */
export const lockBusiness = (db: Tx): Promise<BusinessRow> =>
  db
    .selectFrom('business')
    .selectAll()
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();

export const updateBusiness = (db: Tx, change: Updateable<BusinessTable>) =>
  db.updateTable('business').set(change).where('id', '=', 'business').execute();

/** Whether a payment of any kind has begun, or a price was quoted, which its customer may still accept. */
export async function hasAnyPrice(db: Db): Promise<boolean> {
  const row = await db
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(selectFrom('payments').select('payments.id')),
        exists(selectFrom('invoices').select('invoices.id')),
        exists(selectFrom('subscriptions').select('subscriptions.id')),
        exists(selectFrom('quotes').select('quotes.id').where('quotes.amount_cents', 'is not', null)),
      ]).as('any'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(row.any);
}
