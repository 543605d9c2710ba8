import { type Kysely, sql } from 'kysely';

/** Indexes for counting the members of a plan before a publication, and their planned moves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index subscriptions_of_plan
    on subscriptions (tier, status, current_period_start, current_period_end)`.execute(db);
  await sql`create index subscriptions_to_plan on subscriptions (next_tier)
    where next_tier <> tier`.execute(db);
  await sql`create index plan_moves_of_plan on plan_moves (tier, at)
    where status = 'planned'`.execute(db);
}
