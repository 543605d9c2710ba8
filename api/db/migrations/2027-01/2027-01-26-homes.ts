import type { Kysely } from 'kysely';

/** The homes that people keep, and who was asked about those of earlier bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const words = [
    ...['label', 'phone', 'address', 'city', 'state', 'postal_code', 'access', 'pets', 'parking'],
    ...['emergency_contact', 'emergency_phone', 'created_at', 'used_at'],
  ];
  await words
    .reduce(
      (table, column) => table.addColumn(column, 'text', (c) => c.notNull()),
      db.schema
        .createTable('homes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('place_key', 'text', (c) => c.notNull()),
    )
    .execute();
  await db.schema.createIndex('homes_place').unique().on('homes').columns(['user_id', 'place_key']).execute();
  await db.schema
    .createTable('home_answers')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .execute();
}
