import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '../../contract/entities.ts';
import type { PlanTier } from '../../contract/plans.ts';
import type { Db, Tx } from '../../db/database.ts';
import { insertNotice, selectLastChange } from './notices.repository.ts';
import type { NoticeKind } from './notices.table.ts';

/** What a booking update tells of. */
export interface StatusContent {
  status: BookingStatus;
  changeId: string;
}

/**
 * Has a member told by mail that the team set their booking's status; within the transaction that sets it and after
 * its step has been written. Their own doing, and the return to pending, are nothing to be told of.
 */
export async function announceStatus(
  tx: Tx,
  {
    bookingId,
    userId,
    status,
    actorId,
    now,
  }: {
    bookingId: string;
    userId: string;
    status: BookingStatus;
    actorId: string | null;
    now: string;
  },
): Promise<void> {
  if (actorId === userId || status === 'pending') return;
  const changeId = await selectLastChange(tx, bookingId);
  if (!changeId) return;
  const content: StatusContent = { status, changeId };
  await addNotice(tx, {
    kind: 'booking_update',
    occasion: `status:${changeId}`,
    bookingId,
    userId,
    content,
    now,
  });
}

/** Has a member told by mail that the team wrote; within the transaction that stores the message. */
export async function noteMessage(
  tx: Tx,
  { messageId, ...rest }: { messageId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  await addNotice(tx, { kind: 'team_message', occasion: `message:${messageId}`, content: {}, ...rest });
}

/** What of their money a member is told, whatever they chose. */
export type BillingNews =
  | { what: 'renewal_failed'; tier: PlanTier; amountCents: number; nextAttemptAt: string | null }
  | { what: 'plan_ended'; tier: PlanTier }
  | { what: 'refunded'; description: string; amountCents: number };

/** Has a member told by mail of their money; within the transaction that books it. No occasion is told of twice. */
export async function announceBilling(
  tx: Tx,
  { occasion, userId, news, now }: { occasion: string; userId: string; news: BillingNews; now: string },
): Promise<void> {
  await addNotice(tx, { kind: 'billing', occasion, bookingId: null, userId, content: news, now });
}

/** A notice that is due at once. */
export async function addNotice(
  db: Db,
  notice: {
    kind: NoticeKind;
    occasion: string;
    bookingId: string | null;
    userId: string;
    content: object;
    now: string;
  },
): Promise<void> {
  await insertNotice(db, {
    id: randomUUID(),
    user_id: notice.userId,
    booking_id: notice.bookingId,
    kind: notice.kind,
    occasion: notice.occasion,
    content: JSON.stringify(notice.content),
    attempts: 0,
    due_at: notice.now,
    sent_at: null,
    created_at: notice.now,
  });
}
