import type { Kysely } from 'kysely';

/** The arrival window that was promised with a chosen time, while it is kept, proposed and booked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['slot_holds', 'quotes', 'bookings'])
    await db.schema.alterTable(table).addColumn('window_minutes', 'integer').execute();
}
