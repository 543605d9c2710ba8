import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Customers' waits for the team's first answer to a custom request, and for each answer in the live chat. Kept by
 * triggers, as those of booking threads are, so that they are right whatever code stores an answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_answers')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id').onDelete('cascade'))
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('waited_seconds', 'integer')
    .execute();
  await db.schema
    .createTable('chat_answers')
    .addColumn('conversation_id', 'text', (c) =>
      c.notNull().references('conversations.user_id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('waited_seconds', 'integer')
    .addPrimaryKeyConstraint('chat_answers_place', ['conversation_id', 'seq'])
    .execute();
  // Each customer has at most one open wait.
  await db.schema
    .createIndex('chat_answers_open')
    .unique()
    .on('chat_answers')
    .column('conversation_id')
    .where(sql.ref('waited_seconds'), 'is', null)
    .execute();
  for (const table of ['request_answers', 'chat_answers'])
    await db.schema.createIndex(`${table}_month`).on(table).columns(['asked_at', 'waited_seconds']).execute();
  await fillAnswers(db);
  await keepRequests(db);
  await keepChats(db);
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

const waited = (db: Kysely<unknown>, answered: string, asked: string): RawBuilder<number> =>
  sql.raw(
    isPostgres(db)
      ? `round(extract(epoch from (${answered}::timestamptz - ${asked}::timestamptz)))::integer`
      : `cast(round((julianday(${answered}) - julianday(${asked})) * 86400) as integer)`,
  );

/** The place of the team's last message. */
const lastAnswer = (conversation: string): RawBuilder<number> =>
  sql.raw(`coalesce((select max(n.seq) from chat_messages n
    where n.conversation_id = ${conversation} and n.is_support = 1), 0)`);

/** Computes the waits of existing rows, as far as the rows tell. */
export async function fillAnswers(db: Kysely<unknown>): Promise<void> {
  // A request that was declined, or taken on without a quote, counts as answered; earlier releases did not note
  // this.
  await sql`update custom_requests set answered_at = (
      select min(s.at) from booking_status_changes s join bookings b on b.id = s.booking_id
      where s.booking_id = custom_requests.booking_id and s.from_status is not null and s.to_status <> 'pending'
        and s.actor_id <> b.user_id)
    where answered_at is null`.execute(db);
  await sql`insert into request_answers (booking_id, asked_at, waited_seconds)
    select b.id, b.created_at, ${waited(db, 'r.answered_at', 'b.created_at')}
    from custom_requests r join bookings b on b.id = r.booking_id
    where r.answered_at is not null or r.state <> 'settled'`.execute(db);
  // A wait begins with the first message of a conversation, the first after the team's, and the first after a close.
  // A close also ends a wait, which is then not counted.
  const closed = (from: string, to: string) => sql`exists (select 1 from audit_acts a
    where a.user_id = c.conversation_id and a.act = 'conversation_changed'
      and a.details like '%"status":"closed"%'
      and a.created_at >= ${sql.raw(from)} and a.created_at < ${sql.raw(to)})`;
  await sql`insert into chat_answers (conversation_id, seq, asked_at, waited_seconds)
    select c.conversation_id, c.seq, c.created_at, ${waited(db, 't.created_at', 'c.created_at')}
    from chat_messages c
    join chat_messages t on t.conversation_id = c.conversation_id and t.seq = (
      select min(n.seq) from chat_messages n
      where n.conversation_id = c.conversation_id and n.is_support = 1 and n.seq > c.seq)
    left join chat_messages p on p.conversation_id = c.conversation_id and p.seq = c.seq - 1
    where c.is_support = 0
      and (p.id is null or p.is_support = 1 or ${closed('p.created_at', 'c.created_at')})
      and not ${closed('c.created_at', 't.created_at')}`.execute(db);
  // The present wait of each conversation is stored in it; several messages may have come in one millisecond.
  await sql`insert into chat_answers (conversation_id, seq, asked_at)
    select v.user_id, min(m.seq), v.waiting_since
    from conversations v
    join chat_messages m on m.conversation_id = v.user_id and m.is_support = 0 and m.created_at >= v.waiting_since
      and m.seq > ${lastAnswer('v.user_id')}
    where v.waiting_since is not null
    group by v.user_id, v.waiting_since
    on conflict do nothing`.execute(db);
}

/** The wait ends with the team's first answer. A request that its customer cancels before that has no wait. */
async function keepRequests(db: Kysely<unknown>): Promise<void> {
  const drop = sql`delete from request_answers where booking_id = new.booking_id`;
  const keep = sql`insert into request_answers (booking_id, asked_at, waited_seconds)
    select b.id, b.created_at, ${waited(db, 'new.answered_at', 'b.created_at')}
    from bookings b where b.id = new.booking_id
    on conflict (booking_id) do update set waited_seconds = excluded.waited_seconds`;
  const dropped = sql.raw(`new.answered_at is null and new.state = 'settled'`);
  if (isPostgres(db)) {
    await sql`create function note_request_answer() returns trigger language plpgsql as $$
      begin
        if ${dropped} then ${drop}; else ${keep}; end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger custom_requests_answer after insert or update of state, answered_at on custom_requests
      for each row execute function note_request_answer()`.execute(db);
    return;
  }
  await sql`create trigger custom_requests_ask after insert on custom_requests when not (${dropped})
    begin ${keep}; end`.execute(db);
  await sql`create trigger custom_requests_answer after update of state, answered_at on custom_requests
    when not (${dropped}) begin ${keep}; end`.execute(db);
  await sql`create trigger custom_requests_drop after update of state, answered_at on custom_requests
    when ${dropped} begin ${drop}; end`.execute(db);
}

/**
 * The wait lasts from the first unanswered message to the answer. A conversation closed unanswered has no wait. If
 * the team opens it again, the wait counts from its true beginning.
 */
async function keepChats(db: Kysely<unknown>): Promise<void> {
  const ask = sql`insert into chat_answers (conversation_id, seq, asked_at)
    values (new.conversation_id, new.seq, new.created_at) on conflict do nothing`;
  const answer = sql`update chat_answers set waited_seconds = ${waited(db, 'new.created_at', 'asked_at')}
    where conversation_id = new.conversation_id and waited_seconds is null`;
  const drop = sql`delete from chat_answers where conversation_id = new.user_id and waited_seconds is null`;
  const resume = sql`insert into chat_answers (conversation_id, seq, asked_at)
    select m.conversation_id, m.seq, m.created_at from chat_messages m
    where m.conversation_id = new.user_id and m.is_support = 0 and m.created_at >= new.waiting_since
      and m.seq > ${lastAnswer('new.user_id')}
    order by m.seq limit 1
    on conflict do nothing`;
  // A message changes these columns too, but always together with its own.
  const dropped = sql.raw('new.last_seq = old.last_seq and new.waiting_since is null');
  const resumed = sql.raw(
    'new.last_seq = old.last_seq and old.waiting_since is null and new.waiting_since is not null',
  );
  if (isPostgres(db)) {
    await sql`create function note_chat_answer() returns trigger language plpgsql as $$
      begin
        if new.is_support = 0 then ${ask}; else ${answer}; end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger chat_messages_answer after insert on chat_messages
      for each row execute function note_chat_answer()`.execute(db);
    await sql`create function note_chat_closed() returns trigger language plpgsql as $$
      begin
        if new.waiting_since is null then ${drop}; else ${resume}; end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger conversations_wait after update of waiting_since on conversations
      for each row when ((${dropped}) or (${resumed})) execute function note_chat_closed()`.execute(db);
    return;
  }
  await sql`create trigger chat_messages_ask after insert on chat_messages when new.is_support = 0
    begin ${ask}; end`.execute(db);
  await sql`create trigger chat_messages_answer after insert on chat_messages when new.is_support = 1
    begin ${answer}; end`.execute(db);
  await sql`create trigger conversations_drop after update of waiting_since on conversations when ${dropped}
    begin ${drop}; end`.execute(db);
  await sql`create trigger conversations_resume after update of waiting_since on conversations when ${resumed}
    begin ${resume}; end`.execute(db);
}
