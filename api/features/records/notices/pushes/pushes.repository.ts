import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { NoticeRow } from '../notices.repository.ts';
import type { PushDeliveryTable } from '../notices.table.ts';

export type DeliveryRow = Selectable<PushDeliveryTable>;

/** Adds one delivery for each of the member's browsers, due at once or later. */
export const insertDeliveries = prepared((db, p: { noticeId: string; userId: string; dueAt: string }) =>
  db
    .insertInto('push_deliveries')
    .columns(['notice_id', 'subscription_id', 'due_at', 'attempts'])
    .expression((e) =>
      e
        .selectFrom('push_subscriptions as s')
        .select([
          sql<string>`cast(${p.noticeId} as text)`.as('notice_id'),
          's.id as subscription_id',
          sql<string>`cast(${p.dueAt} as text)`.as('due_at'),
          e.lit(0).as('attempts'),
        ])
        .where('s.user_id', '=', p.userId),
    ),
);

/** The same for several notices, each to the browsers of its own reader. */
export async function insertDeliveriesOf(
  db: Db,
  { noticeIds, dueAt }: { noticeIds: readonly string[]; dueAt: string },
): Promise<void> {
  if (!noticeIds.length) return;
  await db
    .insertInto('push_deliveries')
    .columns(['notice_id', 'subscription_id', 'due_at', 'attempts'])
    .expression((e) =>
      e
        .selectFrom('notices as n')
        .innerJoin('push_subscriptions as s', 's.user_id', 'n.user_id')
        .select([
          'n.id as notice_id',
          's.id as subscription_id',
          sql<string>`cast(${dueAt} as text)`.as('due_at'),
          e.lit(0).as('attempts'),
        ])
        .where('n.id', 'in', [...noticeIds]),
    )
    .execute();
}

/** The other notices of this kind that are still to be sent to the same browser, the newest first. */
export function selectPushGroup(
  db: Db,
  delivery: DeliveryRow,
  { notice, rows }: { notice: NoticeRow; rows: number },
): Promise<NoticeRow[]> {
  return db
    .selectFrom('push_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .selectAll('n')
    .where('d.subscription_id', '=', delivery.subscription_id)
    .where('d.due_at', 'is not', null)
    .where('n.kind', '=', notice.kind)
    .where('n.id', '!=', notice.id)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(rows)
    .execute();
}

/** Marks deliveries of these notices to the same browser as sent with this one, or as settled unsent. */
export async function settleGroup(
  db: Db,
  delivery: DeliveryRow,
  { noticeIds, sentAt }: { noticeIds: readonly string[]; sentAt: string | null },
): Promise<void> {
  if (!noticeIds.length) return;
  await db
    .updateTable('push_deliveries')
    .set({ due_at: null, ...(sentAt && { sent_at: sentAt }) })
    .where('subscription_id', '=', delivery.subscription_id)
    .where('notice_id', 'in', [...noticeIds])
    .execute();
}

/** Whether no delivery to a browser is under way, or waits after an attempt. */
const isFree = (subscriptionId: unknown, now: string) =>
  sql<boolean>`not exists (select 1 from push_deliveries tried
    where tried.subscription_id = ${subscriptionId} and tried.due_at > ${now} and tried.attempts > 0)`;

/** Due deliveries in the order of their events; none for a browser with an earlier delivery under way or waiting. */
export function selectDueDeliveries(db: Db, now: string, rows: number): Promise<DeliveryRow[]> {
  return (
    db
      .selectFrom('push_deliveries as d')
      .innerJoin('notices as n', 'n.id', 'd.notice_id')
      .selectAll('d')
      .where('d.due_at', '<=', now)
      .where((e) => isFree(e.ref('d.subscription_id'), now))
      // In turns by person, so that nobody waits for all of another.
      .orderBy(sql`row_number() over (partition by n.user_id order by n.created_at, n.id)`)
      .orderBy('n.created_at')
      .orderBy('n.id')
      .limit(rows)
      .execute()
  );
}

export function findNoticeOf(db: Db, { notice_id }: DeliveryRow): Promise<NoticeRow | undefined> {
  return db.selectFrom('notices').selectAll().where('id', '=', notice_id).executeTakeFirst();
}

/**
 * Claims a due delivery for this process until `until`.
 * @returns `false` if another process was quicker, with this one or another to the same browser
 */
export async function claimDelivery(
  db: Db,
  delivery: DeliveryRow,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const claimed = await db
    .updateTable('push_deliveries')
    .set({ due_at: until, attempts: delivery.attempts + 1 })
    .where('notice_id', '=', delivery.notice_id)
    .where('subscription_id', '=', delivery.subscription_id)
    .where('due_at', '=', delivery.due_at)
    .where(isFree(delivery.subscription_id, now))
    .returning('notice_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function updateDelivery(
  db: Db,
  { notice_id, subscription_id }: DeliveryRow,
  change: { due_at: string | null; sent_at?: string; attempts?: number },
): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set(change)
    .where('notice_id', '=', notice_id)
    .where('subscription_id', '=', subscription_id)
    .execute();
}

/** Postpones all deliveries to this browser that are due before an instant until then. */
export async function postponeDeliveries(db: Db, subscriptionId: string, until: string): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ due_at: until })
    .where('subscription_id', '=', subscriptionId)
    .where('due_at', '<', until)
    .execute();
}

/** The earliest time of a notice's pending deliveries, to one browser or to any. */
export async function selectFirstDue(
  db: Db,
  noticeId: string,
  subscriptionId?: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('push_deliveries')
    .select((e) => e.fn.min('due_at').as('due_at'))
    .where('notice_id', '=', noticeId)
    .$if(subscriptionId !== undefined, (q) => q.where('subscription_id', '=', subscriptionId ?? ''))
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Whether a later notice of this kind and booking was or will be sent to the same browser; it says the same. */
export async function hasLaterPush(db: Db, delivery: DeliveryRow, notice: NoticeRow): Promise<boolean> {
  const later = await db
    .selectFrom('push_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .select('n.id')
    .where('d.subscription_id', '=', delivery.subscription_id)
    .where((e) => e.or([e('d.due_at', 'is not', null), e('d.sent_at', 'is not', null)]))
    .where('n.user_id', '=', notice.user_id)
    .where('n.kind', '=', notice.kind)
    .where('n.booking_id', notice.booking_id ? '=' : 'is', notice.booking_id)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('n.created_at', 'n.id'), '>', tuple(notice.created_at, notice.id)),
    )
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
