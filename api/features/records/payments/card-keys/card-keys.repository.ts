import type { Db } from '../../../../db/database.ts';
import type { CardKeysTable } from '../payments.table.ts';

type Mode = CardKeysTable['mode'];

/** The stored mode. The given one is stored if there was none. */
export async function storedMode(db: Db, first: Mode): Promise<Mode> {
  await db
    .insertInto('card_keys')
    .values({ id: 1, mode: first })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { mode } = await db.selectFrom('card_keys').select('mode').executeTakeFirstOrThrow();
  return mode;
}

export async function changeMode(db: Db, mode: Mode): Promise<void> {
  await db.updateTable('card_keys').set({ mode }).execute();
}

/** Whether customers or payments of the card provider are in the database. */
export async function knowsProvider(db: Db): Promise<boolean> {
  const customer = db.selectFrom('users').select('id').where('customer_id', 'is not', null);
  if (await customer.limit(1).executeTakeFirst()) return true;
  const payment = db.selectFrom('payments').select('id').where('intent_id', 'is not', null);
  return Boolean(await payment.limit(1).executeTakeFirst());
}
