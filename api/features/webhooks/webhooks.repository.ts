import type { Db, Tx } from '../../db/database.ts';

export async function isRecorded(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

/** Deletes up to so many that were received before an instant, the oldest first. @returns how many */
export async function deleteEvents(
  db: Db,
  { before, rows }: { before: string; rows: number },
): Promise<number> {
  const oldest = db
    .selectFrom('webhook_events')
    .select('id')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(rows);
  const deleted = await db.deleteFrom('webhook_events').where('id', 'in', oldest).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** To be stored in the transaction of the event's effect. */
export async function recordEvent(
  tx: Tx,
  event: { id: string; type: string; received_at: string },
): Promise<void> {
  await tx
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
