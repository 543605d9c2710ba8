import type { Tx } from '../../../../../db/database.ts';
import type { Unclear } from '../../../../../providers/payments/payments.ts';
import { hasGone } from '../../../account/deletion/deletion-state.service.ts';
import { deleteUnclear, selectReadBy, upsertUnclear } from './unclear.repository.ts';

/** The name of the reading of a payment's refunds, for `noteUnclear`. */
export const refundsOf = (intentId: string): string => `${intentId}:refunds`;

/**
 * Shows the team what the product does not know or sell, for as long as it holds; in the transaction of the reading.
 * @param by.readBy names the reading, whose earlier findings these replace
 * @returns whether the team's list has changed
 */
export async function noteUnclear(
  db: Tx,
  { readBy, userId, now }: { readBy: string; userId: string; now: string },
  read: readonly Unclear[],
): Promise<boolean> {
  const found = read.length && (await hasGone(db, userId)) ? [] : read;
  const before = await selectReadBy(db, readBy);
  const idOf = ({ id, what }: Unclear) => `${id}:${what}`;
  const holding = new Set(found.map(idOf));
  const over = before.flatMap(({ id }) => (holding.has(id) ? [] : [id]));
  if (over.length) await deleteUnclear(db, over);
  const news = found.filter(
    (each) => !before.some(({ id, said: word }) => id === idOf(each) && word === each.said),
  );
  for (const each of news)
    await upsertUnclear(db, {
      id: idOf(each),
      read_by: readBy,
      user_id: userId,
      kind: each.kind,
      object_id: each.id,
      what: each.what,
      said: each.said,
      noted_at: now,
      settled_at: null,
    });
  return over.length + news.length > 0;
}
