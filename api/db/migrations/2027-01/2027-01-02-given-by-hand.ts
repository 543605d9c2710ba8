import type { Kysely } from 'kysely';

/** The sum of a refund that a person made in another way; the earlier ones have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'invoices'])
    await db.schema.alterTable(table).addColumn('by_hand_cents', 'integer').execute();
}
