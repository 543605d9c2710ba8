import { randomUUID } from 'node:crypto';
import type { BookingStatus, Preferences } from '../../contract/entities.ts';
import type { PlanTier } from '../../contract/plans.ts';
import type { Db, Tx } from '../../db/database.ts';
import { readPreferences } from '../preferences/preferences.service.ts';
import { chatOccasion, deleteChatAnswers, insertNotice, selectLastChange } from './notices.repository.ts';
import type { NoticeKind } from './notices.table.ts';
import { insertDeliveries } from './pushes.repository.ts';

/** Which of a member's choices a notice is up to. */
export const choiceOf = {
  reminder: 'serviceReminders',
  booking_update: 'bookingUpdates',
  team_message: 'teamMessages',
  quote: 'bookingUpdates',
  extra_hours: 'bookingUpdates',
  chat_answer: 'teamMessages',
} as const satisfies Record<ChosenKind, keyof Preferences>;

/** What a member may choose not to be told of. */
export type ChosenKind = Exclude<NoticeKind, 'billing' | 'account'>;
export const isChosen = (kind: NoticeKind): kind is ChosenKind => kind in choiceOf;

/** Whether several in a row say the same, so that the last speaks for all. */
export const repeats = (kind: NoticeKind): boolean => kind === 'team_message' || kind === 'chat_answer';

/** What a booking update tells of. */
export interface StatusContent {
  status: BookingStatus;
  changeId: string;
}

/** Or that the team has moved it. */
export interface MoveContent {
  moveId: string;
}

/**
 * Has a member told that the team set their booking's status; within the transaction that sets it and after
 * its step has been written. Their own doing, and the return to pending, are nothing to be told of.
 * @returns whether there is anything to tell
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
): Promise<boolean> {
  if (actorId === userId || status === 'pending') return false;
  const changeId = await selectLastChange(tx, bookingId);
  if (!changeId) return false;
  const content: StatusContent = { status, changeId };
  await addNotice(tx, {
    kind: 'booking_update',
    occasion: `status:${changeId}`,
    bookingId,
    userId,
    content,
    now,
  });
  return true;
}

/** Whether a member wishes to be told of this by mail; it is asked again when it is told. */
export async function isTold(db: Db, userId: string, kind: ChosenKind): Promise<boolean> {
  return (await readPreferences(db, userId))[choiceOf[kind]];
}

/** The same of push messages; of their money and their account they are told in any case. */
export async function isPushed(db: Db, userId: string, kind: NoticeKind): Promise<boolean> {
  return !isChosen(kind) || (await readPreferences(db, userId))[`${choiceOf[kind]}Push`];
}

/**
 * Has a member told that the team moved their booking; within the transaction that moves it. Where it is
 * moved again before that, they are told of the last time alone.
 */
export async function announceMove(
  tx: Tx,
  {
    actorId,
    moveId,
    ...about
  }: { bookingId: string; userId: string; moveId: string; actorId: string; now: string },
): Promise<void> {
  if (actorId === about.userId) return;
  const content: MoveContent = { moveId };
  await addNotice(tx, { kind: 'booking_update', occasion: `move:${moveId}`, content, ...about });
}

/** Has a member told that the team wrote; within the transaction that stores the message. */
export async function noteMessage(
  tx: Tx,
  { messageId, ...rest }: { messageId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  await addNotice(tx, { kind: 'team_message', occasion: `message:${messageId}`, content: {}, ...rest });
}

/** What a quote's notice tells of: that it was sent, or that the team has taken it back. */
export interface QuoteContent {
  quoteId: string;
  withdrawn?: true;
}

/** Under which a quote's letter is known: whoever had it is told that the quote stands no more. */
export const quoteOccasion = (quoteId: string): string => `quote:${quoteId}`;

/** Has a member told that the team has answered their request; within the transaction that sends the quote. */
export async function announceQuote(
  tx: Tx,
  { quoteId, ...rest }: { quoteId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: QuoteContent = { quoteId };
  await addNotice(tx, { kind: 'quote', occasion: quoteOccasion(quoteId), content, ...rest });
}

/**
 * Has a member told that the team has taken an open quote back, if its letter has reached them and no other
 * quote has followed by then; within the transaction that withdraws it.
 */
export async function announceWithdrawal(
  tx: Tx,
  { quoteId, ...rest }: { quoteId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: QuoteContent = { quoteId, withdrawn: true };
  await addNotice(tx, { kind: 'quote', occasion: `withdrawn:${quoteId}`, content, ...rest });
}

/** Which question a notice of more hours asks. */
export interface ExtraHoursContent {
  questionId: string;
}

/**
 * Has a member asked to agree to what their work took longer, once for each question; within the transaction that asks.
 * It is told after the news that the work is done: of a booking's notifications the last one stays on the screen.
 */
export async function announceExtraHours(
  tx: Tx,
  { questionId, now, ...rest }: { questionId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: ExtraHoursContent = { questionId };
  const next = new Date(Date.parse(now) + 1).toISOString();
  await addNotice(tx, {
    kind: 'extra_hours',
    occasion: `extra:${questionId}`,
    content,
    now: next,
    ...rest,
  });
}

/** What of their money a member is told, whatever they chose. */
export type BillingNews =
  | { what: 'renewal_failed'; tier: PlanTier; amountCents: number; nextAttemptAt: string | null }
  | { what: 'plan_ended'; tier: PlanTier }
  | { what: 'unpaid_booking' }
  | { what: 'work_owed'; description: string; amountCents: number }
  | { what: 'refunded'; description: string; amountCents: number }
  | {
      what: 'disputed' | 'dispute_won';
      about: 'booking' | 'plan' | 'payment';
      description: string;
      amountCents: number;
    };

/** Has a member told of their money; within the transaction that books it. No occasion is told of twice. */
export async function announceBilling(
  tx: Tx,
  { occasion, userId, news, now }: { occasion: string; userId: string; news: BillingNews; now: string },
): Promise<void> {
  await addNotice(tx, { kind: 'billing', occasion, bookingId: null, userId, content: news, now });
}

/** What of their account a member is told, whatever they chose. */
export type AccountNews =
  | { what: 'data_ready'; until: string }
  | { what: 'data_failed' }
  | { what: 'deletion_planned'; at: string; byTeam: boolean }
  | { what: 'deletion_taken_back' };

/** Has a member told of their account; within the transaction that changes it. No occasion is told of twice. */
export async function announceAccount(
  tx: Tx,
  { occasion, userId, news, now }: { occasion: string; userId: string; news: AccountNews; now: string },
): Promise<void> {
  await addNotice(tx, { kind: 'account', occasion, bookingId: null, userId, content: news, now });
}

/** Where in their conversation an answer stands. */
export interface ChatContent {
  seq: number;
}

/** Whoever has the chat open has seen an answer by then; who is elsewhere is told in their pocket, and much later by mail. */
const seenWithinMs = { push: 8_000, mail: 5 * 60_000 };

/** Has a customer told that the team answered in the live chat, unless they see it; within the transaction that stores it. */
export async function announceChatAnswer(
  tx: Tx,
  { userId, seq, now }: { userId: string; seq: number; now: string },
): Promise<void> {
  const content: ChatContent = { seq };
  await addNotice(
    tx,
    { kind: 'chat_answer', occasion: chatOccasion(userId, seq), bookingId: null, userId, content, now },
    seenWithinMs,
  );
}

/** Nobody need be told of what they have seen; within the transaction that notes up to where they have. */
export async function forgetChatAnswers(tx: Tx, userId: string, seq: number): Promise<void> {
  await deleteChatAnswers(tx, { userId, prefix: chatOccasion(userId, ''), seq });
}

/** A notice that is due at once, or so much later, by mail and for each of the member's browsers. */
export async function addNotice(
  tx: Tx,
  notice: {
    kind: NoticeKind;
    occasion: string;
    bookingId: string | null;
    userId: string;
    content: object;
    now: string;
  },
  afterMs = { push: 0, mail: 0 },
): Promise<void> {
  const id = randomUUID();
  const after = (ms: number) => new Date(Date.parse(notice.now) + ms).toISOString();
  const [added] = await insertNotice(tx, {
    id,
    user_id: notice.userId,
    booking_id: notice.bookingId,
    kind: notice.kind,
    occasion: notice.occasion,
    content: JSON.stringify(notice.content),
    attempts: 0,
    due_at: after(afterMs.mail),
    sent_at: null,
    created_at: notice.now,
  });
  if (added) await insertDeliveries(tx, { noticeId: id, userId: notice.userId, dueAt: after(afterMs.push) });
}
