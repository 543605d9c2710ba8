import type { Kysely } from 'kysely';

/** Holds for a booking that moves, and bookings whose chosen time was taken before their money came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('slot_holds')
    .addColumn('moves_id', 'text', (c) => c.references('bookings.id'))
    .execute();
  await db.schema.createIndex('slot_holds_moves_id').on('slot_holds').column('moves_id').execute();
  await db.schema.alterTable('bookings').addColumn('time_taken', 'text').execute();
}
