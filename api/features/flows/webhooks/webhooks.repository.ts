import type { Db, Tx } from '../../../db/database.ts';
import { lockedIfFree } from '../../../db/open.ts';

export async function isRecorded(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

/** @returns those of the ids that are recorded; give at most a few hundred */
export async function selectRecorded(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('webhook_events').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Call it in the transaction of the event's effect. */
export async function recordEvent(
  db: Tx,
  event: { id: string; type: string; received_at: string },
): Promise<void> {
  await db
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Deletes events from before an instant, the oldest first, at most `rows`. @returns how many */
export async function deleteEvents(
  db: Tx,
  { before, rows }: { before: string; rows: number },
): Promise<number> {
  const old = db.selectFrom('webhook_events').select('id').where('received_at', '<', before);
  const found = await lockedIfFree(db, old.orderBy('received_at').limit(rows)).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length) await db.deleteFrom('webhook_events').where('id', 'in', ids).execute();
  return ids.length;
}
