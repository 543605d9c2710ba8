import { type Selectable, sql } from 'kysely';
import { teamNewsKinds } from '../../../contract/access/team-news.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../catalogue/booked-name.ts';
import type { NoticeTable, TeamNoticeKind } from './notices.table.ts';

export type NoticeRow = Selectable<NoticeTable>;

const teamKinds = teamNewsKinds.map((kind): TeamNoticeKind => `team_${kind}`);

/** @returns nothing, with nothing written, if the occasion is known already. */
export const insertNotice = prepared((db, p: NoticeRow) =>
  db
    .insertInto('notices')
    .values({
      id: p.id,
      user_id: p.user_id,
      booking_id: p.booking_id,
      kind: p.kind,
      occasion: p.occasion,
      content: p.content,
      attempts: p.attempts,
      due_at: p.due_at,
      sent_at: p.sent_at,
      created_at: p.created_at,
    })
    .onConflict((c) => c.column('occasion').doNothing())
    .returning('id'),
);

/** The same for several. @returns the ids of those whose occasion is new */
export async function insertNotices(db: Db, rows: readonly NoticeRow[]): Promise<string[]> {
  const added = await db
    .insertInto('notices')
    .values([...rows])
    .onConflict((c) => c.column('occasion').doNothing())
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

/**
 * The occasion of an answer in the chat, which ends in the answer's place; without a place, the beginning of all of
 * them.
 */
export const chatOccasion = (userId: string, seq: number | ''): string => `chat:${userId}:${seq}`;

/** Deletes the notices of answers up to a place that were not mailed yet, with their pending push messages. */
export const deleteChatAnswers = prepared((db, p: { userId: string; prefix: string; seq: number }) =>
  // Compared by place, because two answers may have the same time.
  db
    .deleteFrom('notices')
    .where('user_id', '=', p.userId)
    .where('kind', '=', 'chat_answer')
    .where('due_at', 'is not', null)
    .where(
      (e) => sql<number>`cast(replace(${e.ref('occasion')}, cast(${p.prefix} as text), '') as integer)`,
      '<=',
      p.seq,
    ),
);

/** A person's other notices of this kind that no process is sending; the oldest first. */
export function selectGroup(
  db: Db,
  notice: NoticeRow,
  { now, rows }: { now: string; rows: number },
): Promise<NoticeRow[]> {
  return (
    db
      .selectFrom('notices')
      .selectAll()
      .where('user_id', '=', notice.user_id)
      .where('kind', '=', notice.kind)
      .where('id', '!=', notice.id)
      .where('due_at', 'is not', null)
      // One that was tried and is due later is being sent, or waits after a failure.
      .where((e) => e.or([e('attempts', '=', 0), e('due_at', '<=', now)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(rows)
      .execute()
  );
}

/** Due notices in turns by person, so that nobody waits for all letters of another. */
export function selectDue(db: Db, now: string, rows: number): Promise<NoticeRow[]> {
  return db
    .selectFrom((e) =>
      e
        .selectFrom('notices')
        .selectAll()
        .select(sql<number>`row_number() over (partition by user_id order by due_at, id)`.as('turn'))
        .where('due_at', '<=', now)
        .as('n'),
    )
    .selectAll('n')
    .orderBy('n.turn')
    .orderBy('n.due_at')
    .orderBy('n.id')
    .limit(rows)
    .execute();
}

/** The letters that were sent to a person since an instant, without those about money and those to the team. */
export async function countSent(
  db: Db,
  { userId, since }: { userId: string; since: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('sent_at', '>=', since)
    .where('kind', 'not in', ['billing', 'receipt', ...teamKinds])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes the notice of an occasion that nobody has been told of yet, and that no process is about to send.
 * @returns whether it was there
 */
export async function deleteUntold(db: Db, occasion: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('notices')
    .where('occasion', '=', occasion)
    .where('attempts', '=', 0)
    .where('due_at', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('push_deliveries as p')
            .select('p.notice_id')
            .whereRef('p.notice_id', '=', 'notices.id')
            .where('p.attempts', '>', 0),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Cancels the letters of notices that are due by `now`. */
export async function retireDue(db: Db, now: string): Promise<void> {
  await db.updateTable('notices').set({ due_at: null }).where('due_at', '<=', now).execute();
}

/**
 * Cancels the letters of due notices from before these instants. Whether a booking update is about money is known once
 * it is read, so it has the time of those.
 */
export async function retireStale(
  db: Db,
  { now, before, billingBefore }: { now: string; before: string; billingBefore: string },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ due_at: null })
    .where('due_at', '<=', now)
    .where((e) =>
      e.or([
        e.and([
          e('kind', 'not in', [
            'billing',
            'receipt',
            'account',
            'booking_update',
            'team_dispute',
            'team_failed_job',
          ]),
          e('created_at', '<', before),
        ]),
        e('created_at', '<', billingBefore),
      ]),
    )
    .execute();
}

export function findNotice(db: Db, occasion: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('notices').selectAll().where('occasion', '=', occasion).executeTakeFirst();
}

/** The letters of these occasions that were sent. */
export const selectSent = (
  db: Db,
  occasions: readonly string[],
): Promise<{ occasion: string; sent_at: string }[]> =>
  db
    .selectFrom('notices')
    .select(['occasion', 'sent_at'])
    .where('occasion', 'in', occasions)
    .where('sent_at', 'is not', null)
    .$narrowType<{ sent_at: string }>()
    .execute();

/** Claims a due notice for this process until `until`. @returns `false` if another process was quicker. */
export async function claimNotice(db: Db, notice: NoticeRow, until: string): Promise<boolean> {
  const claimed = await db
    .updateTable('notices')
    .set({ due_at: until, attempts: notice.attempts + 1 })
    .where('id', '=', notice.id)
    .where('due_at', '=', notice.due_at)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function updateNotice(
  db: Db,
  id: string,
  change: { due_at: string | null; sent_at?: string },
): Promise<void> {
  await db.updateTable('notices').set(change).where('id', '=', id).execute();
}

/** Deletes an outdated notice; one that was sent to a browser is kept as sent. */
export async function dropNotice(db: Db, id: string): Promise<void> {
  if (await wasPushed(db, id)) await updateNotice(db, id, { due_at: null });
  else await db.deleteFrom('notices').where('id', '=', id).execute();
}

/** Whether a notice was sent to any browser. */
export async function wasPushed(db: Db, noticeId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('push_deliveries')
    .select('notice_id')
    .where('notice_id', '=', noticeId)
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

export interface Facts {
  email: string;
  email_verified: 0 | 1;
  issuer: string;
  first_name: string;
  last_name: string;
  service_name: string;
  status: BookingStatus;
  scheduled_date: string | null;
  /** The length of the promised arrival window; `null` without one. */
  window_minutes: number | null;
  /** The newest step of the booking's history. */
  last_change: string | null;
  /** The booking's newest move. */
  last_move: string | null;
  /** The team's newest quote, and its expiry while it is open. */
  quote_id: string | null;
  quote_until: string | null;
}

/** The present facts of a notice's booking and its member. */
export function selectFacts(db: Db, bookingId: string): Promise<Facts | undefined> {
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select((e) => [
      'u.email',
      'u.email_verified',
      'u.issuer',
      'u.first_name',
      'u.last_name',
      bookedName.as('service_name'),
      'b.status',
      'b.scheduled_date',
      'b.window_minutes',
      'r.quote_id',
      'r.quote_until',
      lastChange(e.ref('b.id')).as('last_change'),
      e
        .selectFrom('booking_moves as m')
        .select('m.id')
        .whereRef('m.booking_id', '=', 'b.id')
        .orderBy('m.seq', 'desc')
        .limit(1)
        .as('last_move'),
    ])
    .where('b.id', '=', bookingId)
    .executeTakeFirst();
}

/** The newest step of a booking's history. */
export async function selectLastChange(db: Db, bookingId: string): Promise<string | null> {
  const row = await db.selectNoFrom(lastChange(sql.val(bookingId)).as('id')).executeTakeFirstOrThrow();
  return row.id;
}

/** The addressee of a letter that is about no booking. */
export function selectMember(
  db: Db,
  userId: string,
): Promise<Pick<Facts, 'email' | 'email_verified' | 'issuer' | 'first_name' | 'last_name'>> {
  return db
    .selectFrom('users')
    .select(['email', 'email_verified', 'issuer', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

const lastChange = (bookingId: unknown) =>
  sql<
    string | null
  >`(select id from booking_status_changes where booking_id = ${bookingId} order by seq desc limit 1)`;

/** Whether a later notice of this kind and booking is still to be mailed, and will say the same. */
export async function hasLaterUntold(db: Db, notice: NoticeRow): Promise<boolean> {
  const later = await db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', notice.user_id)
    .where('booking_id', notice.booking_id ? '=' : 'is', notice.booking_id)
    .where('kind', '=', notice.kind)
    .where('due_at', 'is not', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(notice.created_at, notice.id)),
    )
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Whether a notice of a booking, whose occasion begins so, is still to be sent in some way. */
export async function hasUntoldOf(
  db: Db,
  { bookingId, userId, occasions }: { bookingId: string; userId: string; occasions: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('notices as n')
    .select('n.id')
    .where('n.user_id', '=', userId)
    .where('n.booking_id', '=', bookingId)
    .where('n.kind', '=', 'booking_update')
    .where('n.occasion', 'like', `${occasions}%`)
    .where((e) =>
      e.or([
        e('n.due_at', 'is not', null),
        e.exists(
          e
            .selectFrom('push_deliveries as d')
            .select('d.notice_id')
            .whereRef('d.notice_id', '=', 'n.id')
            .where('d.due_at', 'is not', null),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
