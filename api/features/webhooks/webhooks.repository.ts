import type { Db, Tx } from '../../db/database.ts';

export async function isRecorded(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('webhook_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
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
