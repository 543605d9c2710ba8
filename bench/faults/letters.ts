import type { Db } from '../../api/db/database.ts';
import type { ProductProcess } from '../../api/testing/servers/product-process.ts';

const mostRounds = 40;
/** Longer than the claim of a letter (`delivery.service.ts`). */
export const claimSeconds = 601;

/**
 * Has all letters sent, by as many rounds as are needed. A process that was killed while it sent a letter has claimed
 * it for ten minutes, which pass here.
 * @param passTime moves the product's clock, and all clocks that must stay near it
 */
export async function sendLetters(
  product: Pick<ProductProcess, 'round'>,
  db: Db,
  passTime: (seconds: number) => Promise<void>,
): Promise<void> {
  await sendDue(product, db);
  if (!(await hasLetters(db))) return;
  await passTime(claimSeconds);
  await sendDue(product, db);
}

/** Each round sends a limited number of letters. */
async function sendDue(product: Pick<ProductProcess, 'round'>, db: Db): Promise<void> {
  for (let round = 0; round < mostRounds && (await hasLetters(db)); round += 1) await product.round();
}

const hasLetters = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('notices').select('id').where('due_at', 'is not', null).limit(1).execute()).length > 0;
