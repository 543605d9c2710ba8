import { type Kysely, sql } from 'kysely';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

/**
 * Support for the team's list of all bookings: indexes with every column of its filter, so that a page is found
 * without reading the bookings that it skips; and counts of bookings by status, kept by the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const filters = ['payment_type', 'service_id', 'scheduled_date', 'user_id'];
  await db.schema.dropIndex('bookings_newest').execute();
  await db.schema
    .createIndex('bookings_newest')
    .on('bookings')
    .columns(['created_at', 'id', 'status', ...filters])
    .execute();
  await db.schema.dropIndex('bookings_status').execute();
  await db.schema
    .createIndex('bookings_status')
    .on('bookings')
    .columns(['status', 'created_at', 'id', ...filters])
    .execute();
  await db.schema
    .createIndex('bookings_scheduled')
    .on('bookings')
    .columns(['scheduled_date', 'status', 'created_at', 'id', 'payment_type', 'service_id', 'user_id'])
    .execute();

  // Open bookings: few, whatever the number of all.
  await db.schema
    .createIndex('bookings_open')
    .on('bookings')
    .column('user_id')
    .where(sql.ref('status'), 'in', sql`('pending', 'scheduled', 'in_progress')`)
    .execute();

  await sql`create table booking_counts (status text not null, n integer not null)`.execute(db);
  if (isPostgres(db as Db)) await countOnPostgres(db);
  else await countOnSqlite(db);
}

/** SQLite has one writer at a time: each status has one row, which the write itself changes. */
async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index booking_counts_status on booking_counts (status)`.execute(db);
  await sql`insert into booking_counts (status, n) select status, count(*) from bookings group by status`.execute(
    db,
  );
  const more =
    'insert into booking_counts (status, n) values (new.status, 1) on conflict (status) do update set n = n + 1';
  const fewer = 'update booking_counts set n = n - 1 where status = old.status';
  const steps = {
    'insert on bookings': `${more};`,
    'delete on bookings': `${fewer};`,
    'update of status on bookings when old.status <> new.status': `${fewer}; ${more};`,
  };
  for (const [when, then] of Object.entries(steps))
    await sql`create trigger ${sql.id(`booking_counts_${when.split(' ')[0]}`)} after ${sql.raw(when)} begin ${sql.raw(then)} end`.execute(
      db,
    );
}

/**
 * PostgreSQL has many writers at once. With one row per status they would wait for one another, or deadlock. So
 * every write adds a row, and the count is the sum of the rows. Now and then a write merges the rows that no other
 * transaction is merging; readers see all of a merge or nothing.
 */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`insert into booking_counts (status, n) select status, count(*) from bookings group by status`.execute(
    db,
  );
  await sql`create function count_bookings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into booking_counts (status, n) select status, count(*) from added group by status;
      elsif tg_op = 'DELETE' then
        insert into booking_counts (status, n) select status, -count(*) from gone group by status;
      else
        insert into booking_counts (status, n)
          select status, sum(n) from (
            select status, 1 as n from added union all select status, -1 from gone
          ) as moved group by status having sum(n) <> 0;
      end if;
      if random() < 0.02 then
        with folded as (
          delete from booking_counts where ctid = any (array(select ctid from booking_counts for update skip locked))
          returning status, n
        )
        insert into booking_counts (status, n) select status, sum(n) from folded group by status having sum(n) <> 0;
      end if;
      return null;
    end $$`.execute(db);
  const tables = {
    insert: 'new table as added',
    update: 'new table as added old table as gone',
    delete: 'old table as gone',
  };
  for (const [what, named] of Object.entries(tables))
    await sql`create trigger ${sql.id(`booking_counts_${what}`)} after ${sql.raw(what)} on bookings
      referencing ${sql.raw(named)} for each statement execute function count_bookings()`.execute(db);
}
