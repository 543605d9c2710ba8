import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { emailWords, placeWords } from '../../../core/words.ts';

/**
 * The team's desk: the present wait of each booking's customer for an answer in its thread, and the words of addresses
 * by which people are found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('thread_answers').addColumn('waiting_since', 'text').execute();
  await sql`update thread_answers set waiting_since = (
      select min(m.created_at) from messages m
      where m.booking_id = thread_answers.booking_id and m.sender_type = 'customer' and m.seq > coalesce((
        select max(a.seq) from messages a
        where a.booking_id = thread_answers.booking_id and a.sender_type = 'admin'), 0))`.execute(db);
  await keepWaits(db);
  await rememberPlaces(db);
  await rememberAddresses(db);
}

/** Kept by triggers, as the report's waits are. */
async function keepWaits(db: Kysely<unknown>): Promise<void> {
  const wait = sql`insert into thread_answers (booking_id, asked_at, waiting_since)
    values (new.booking_id, new.created_at, new.created_at)
    on conflict (booking_id) do update
      set waiting_since = coalesce(thread_answers.waiting_since, excluded.waiting_since)`;
  const end = sql`update thread_answers set waiting_since = null
    where booking_id = new.booking_id and waiting_since is not null`;
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function note_thread_wait() returns trigger language plpgsql as $$
      begin
        if new.sender_type = 'customer' then ${wait}; else ${end}; end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger messages_wait after insert on messages
      for each row execute function note_thread_wait()`.execute(db);
    return;
  }
  await sql`create trigger messages_wait after insert on messages when new.sender_type = 'customer'
    begin ${wait}; end`.execute(db);
  await sql`create trigger messages_waited after insert on messages when new.sender_type <> 'customer'
    begin ${end}; end`.execute(db);
}

const batch = 500;

/** The addresses given with bookings and requests. */
async function rememberPlaces(db: Kysely<unknown>): Promise<void> {
  for (const [table, place] of [
    [
      'booking_details',
      `coalesce(d.address, '') || ' ' || coalesce(d.city, '') || ' ' || coalesce(d.postal_code, '')`,
    ],
    ['custom_requests', 'd.location'],
  ] as const)
    for (let last = ''; ; ) {
      const { rows } = await sql<{ id: string; user_id: string; text: string }>`
        select b.id, b.user_id, ${sql.raw(place)} as text
        from ${sql.table(table)} as d join bookings as b on b.id = d.booking_id
        where d.booking_id > ${last} order by d.booking_id limit ${batch}`.execute(db);
      for (const given of rows) await addWords(db, given.user_id, placeWords(given.text));
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
}

/** The parts of people's mail addresses. */
async function rememberAddresses(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from users
      where id > ${last} and email <> '' and issuer <> 'deleted' order by id limit ${batch}`.execute(db);
    for (const { id, email } of rows) await addWords(db, id, emailWords(email));
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
  }
}

async function addWords(db: Kysely<unknown>, userId: string, words: readonly string[]): Promise<void> {
  if (!words.length) return;
  const values = words.map((word) => sql`(${word}, ${userId})`);
  await sql`insert into user_words (word, user_id) values ${sql.join(values)} on conflict do nothing`.execute(
    db,
  );
}
