import { type Kysely, sql } from 'kysely';

const base = ['Personal concierge', 'All service categories', 'Flexible scheduling', 'Mobile app access'];
const standard = [...base, 'Priority booking', 'Usage analytics'];
const deluxe = [...standard, 'Same-day service', 'Premium support'];
const premium = [
  ...deluxe,
  'Dedicated concierge team',
  'Unlimited categories',
  '24/7 emergency support',
  'Account manager',
];

/** The plans that were compiled in until now, the smallest first. */
const first = [
  ['basic', 'Basic', 65_099, 5, 'Basic Support Line', base],
  ['standard', 'Standard', 140_099, 12, 'Dedicated Concierge', standard],
  ['deluxe', 'Deluxe', 240_099, 20, 'Premium Concierge Team', deluxe],
  ['premium', 'Premium', 490_099, 50, 'Executive Concierge Team', premium],
] as const;

/** Columns that name the version of a plan, beside the column that names the plan itself. */
const carriers = [
  ['subscriptions', 'version_id', 'tier'],
  ['subscriptions', 'next_version_id', 'next_tier'],
  ['plan_changes', 'version_id', 'tier'],
  ['hour_grants', 'version_id', 'tier'],
] as const;

/**
 * Plans and their versions become rows. The id of a plan's first version is the plan's own, so every stored tier and
 * every product at the card provider names a version already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('popular', 'integer', (c) => c.notNull())
    .addColumn('premium', 'integer', (c) => c.notNull())
    .addColumn('on_sale', 'integer', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('plan_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('plan_id', 'text', (c) => c.notNull().references('plans.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('concierge', 'text', (c) => c.notNull())
    .addColumn('features', 'text', (c) => c.notNull())
    .addColumn('published_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('plan_versions_number')
    .unique()
    .on('plan_versions')
    .columns(['plan_id', 'number'])
    .execute();
  const now = new Date().toISOString();
  for (const [at, [id, name, cents, hours, concierge, features]] of first.entries()) {
    await sql`insert into plans (id, position, popular, premium, on_sale, version_id, created_at, updated_at)
      values (${id}, ${at + 1}, ${id === 'deluxe' ? 1 : 0}, ${id === 'premium' ? 1 : 0}, 1, ${id}, ${now}, ${now})`.execute(
      db,
    );
    await sql`insert into plan_versions
      (id, plan_id, number, name, price_cents, minutes, concierge, features, published_at)
      values (${id}, ${id}, 1, ${name}, ${cents}, ${hours * 60}, ${concierge}, ${JSON.stringify(features)}, ${now})`.execute(
      db,
    );
  }
  for (const [table, version, tier] of carriers) {
    await db.schema.alterTable(table).addColumn(version, 'text').execute();
    await sql`update ${sql.table(table)} set ${sql.ref(version)} = ${sql.ref(tier)}`.execute(db);
  }
}
