import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Preferences } from '../../../contract/schemas/people.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { readPreferences } from '../preferences/preferences.service.ts';
import {
  chatOccasion,
  deleteChatAnswers,
  deleteUntold,
  insertNotice,
  insertNotices,
  type NoticeRow,
  selectLastChange,
  selectSent,
} from './notices.repository.ts';
import { isStatusNews } from './notices.rules.ts';
import type { NoticeKind, TeamNoticeKind } from './notices.table.ts';
import { insertDeliveries, insertDeliveriesOf } from './pushes/pushes.repository.ts';

/** The member's preference for each kind of notice. */
const choiceOf = {
  reminder: 'serviceReminders',
  booking_update: 'bookingUpdates',
  team_message: 'teamMessages',
  quote: 'bookingUpdates',
  extra_hours: 'bookingUpdates',
  chat_answer: 'teamMessages',
} as const satisfies Record<ChosenKind, keyof Preferences>;

/** The kinds of notice that a member can switch off. */
export type ChosenKind = Exclude<NoticeKind, 'billing' | 'receipt' | 'account' | TeamNoticeKind>;
/** Whether a notice is news for a member of the team. */
export const isForTeam = <N extends { kind: NoticeKind }>(
  notice: N,
): notice is N & { kind: TeamNoticeKind } => notice.kind.startsWith('team_') && !isChosen(notice.kind);
/** The other notices, which are for customers. */
export const isForCustomer = <N extends { kind: NoticeKind }>(
  notice: N,
): notice is N & { kind: Exclude<NoticeKind, TeamNoticeKind> } => !isForTeam(notice);
export const isChosen = (kind: NoticeKind): kind is ChosenKind => kind in choiceOf;

/** Whether several notices in a row say the same, so that only the last is sent. */
export const repeats = (kind: NoticeKind): boolean => kind === 'team_message' || kind === 'chat_answer';

/** A booking update about a status. */
export interface StatusContent {
  status: BookingStatus;
  changeId: string;
  /** What the team's cancellation pays back and frees; earlier releases left it out. */
  returned?: Returned;
}

/** What a customer gets back for a booking that the team cancels. */
export interface Returned {
  /** A card payment's; 0 without one. */
  amountCents: number;
  /** Whether it had taken, or held, hours of a plan. */
  hours: boolean;
}

/** A booking update about a move, by the team unless the customer made it. */
export interface MoveContent {
  moveId: string;
  byCustomer?: true;
}

/**
 * Notifies a member that the team set their booking's status. Call it in the transaction that sets the status, after
 * its step has been written. Nothing is written for a step that is no news (`isStatusNews`).
 */
export async function announceStatus(
  db: Tx,
  {
    bookingId,
    userId,
    status,
    actorId,
    returned,
    now,
  }: {
    bookingId: string;
    userId: string;
    status: BookingStatus;
    actorId: string | null;
    returned?: Returned | null;
    now: string;
  },
): Promise<void> {
  if (!isStatusNews({ actorId, userId, status })) return;
  const changeId = await selectLastChange(db, bookingId);
  if (!changeId) return;
  const content: StatusContent = { status, changeId, ...(returned && { returned }) };
  await addNotice(db, {
    kind: 'booking_update',
    occasion: `status:${changeId}`,
    bookingId,
    userId,
    content,
    now,
  });
}

/** Whether a member wants this kind of notice by mail; checked again when it is sent. */
export async function isTold(db: Db, userId: string, kind: ChosenKind): Promise<boolean> {
  return (await readPreferences(db, userId))[choiceOf[kind]];
}

/** The same for push messages; notices about money and the account are always sent. */
export async function isPushed(db: Db, userId: string, kind: NoticeKind): Promise<boolean> {
  return !isChosen(kind) || (await readPreferences(db, userId))[`${choiceOf[kind]}Push`];
}

/**
 * Notifies a member that the team moved their booking; in the transaction of the move. If it is moved again before
 * the delivery, only the last time is told.
 */
export async function announceMove(
  db: Tx,
  {
    actorId,
    moveId,
    ...about
  }: { bookingId: string; userId: string; moveId: string; actorId: string; now: string },
): Promise<void> {
  if (actorId === about.userId) return;
  const content: MoveContent = { moveId };
  await addNotice(db, { kind: 'booking_update', occasion: `move:${moveId}`, content, ...about });
}

/** Notifies a member that the team wrote; in the transaction that stores the message. */
export async function noteMessage(
  db: Tx,
  { messageId, ...rest }: { messageId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  await addNotice(db, { kind: 'team_message', occasion: `message:${messageId}`, content: {}, ...rest });
}

/** A notice about a quote: it was sent, or the team has withdrawn it. */
export interface QuoteContent {
  quoteId: string;
  withdrawn?: true;
}

/** The occasion of a quote's notice. Members who received it are told when the quote is withdrawn. */
export const quoteOccasion = (quoteId: string): string => `quote:${quoteId}`;

/** Notifies a member that the team has answered their request; in the transaction that sends the quote. */
export async function announceQuote(
  db: Tx,
  { quoteId, ...rest }: { quoteId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: QuoteContent = { quoteId };
  await addNotice(db, { kind: 'quote', occasion: quoteOccasion(quoteId), content, ...rest });
}

/**
 * Notifies a member that the team has withdrawn an open quote, if its letter has reached them and no other quote has
 * followed by then; in the transaction that withdraws it.
 */
export async function announceWithdrawal(
  db: Tx,
  { quoteId, ...rest }: { quoteId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: QuoteContent = { quoteId, withdrawn: true };
  await addNotice(db, { kind: 'quote', occasion: `withdrawn:${quoteId}`, content, ...rest });
}

/** A notice about a question for more hours. */
export interface OvertimeContent {
  questionId: string;
}

/**
 * Asks a member to agree to hours past the estimate, once per question; in the transaction that asks. It is sent
 * after the news that the work is done, because only a booking's last notification stays on the screen.
 */
export async function announceOvertime(
  db: Tx,
  { questionId, now, ...rest }: { questionId: string; bookingId: string; userId: string; now: string },
): Promise<void> {
  const content: OvertimeContent = { questionId };
  const next = new Date(Date.parse(now) + 1).toISOString();
  await addNotice(db, {
    kind: 'extra_hours',
    occasion: `extra:${questionId}`,
    content,
    now: next,
    ...rest,
  });
}

/** The price and the hours of a month. */
export interface PlanFigures {
  amountCents: number;
  hours: number;
}

/** A payment with a receipt. */
export interface Receipt {
  /** The id of our payment, or of the provider's invoice. */
  chargeId: string;
  paidAt: string;
}

type NamedPlan = { plan: string } | { tier: string };

/** Notices about money, which are sent whatever the member chose. */
export type BillingNews =
  /** `plan` is its name. Notices of earlier releases have its id instead. */
  | ({ what: 'renewal_failed'; amountCents: number; nextAttemptAt: string | null } & NamedPlan)
  | ({ what: 'plan_ended' } & NamedPlan)
  /** Another version of the member's plan begins with the renewal at this instant. */
  | { what: 'price_moves'; plan: string; before: PlanFigures; after: PlanFigures; at: string }
  /** The moves of these letters are off, the first of which would have begun at this instant. */
  | { what: 'price_stays'; plan: string; stays: PlanFigures; at: string; moves: string[] }
  | { what: 'unpaid_booking' }
  /** Somebody else has the time of a paid booking, which is now a wish; `nearest` are times that were free then. */
  | { what: 'time_taken'; bookingId: string; service: string; start: string; nearest: string[] }
  /** A card paid for a booking: a new one, or a quote's. */
  | ({
      what: 'paid';
      bookingId: string;
      isNew: boolean;
      description: string;
      amountCents: number;
      visitAt: string | null;
      /** Left out without a promised arrival window. */
      windowMinutes?: number;
    } & Receipt)
  /** A plan's invoice is paid, for the month from `from` until `until`. */
  | ({
      what: 'plan_paid';
      step: 'begun' | 'renewed' | 'changed';
      plan: string;
      hours: number;
      amountCents: number;
      from: string;
      until: string;
    } & Receipt)
  | { what: 'work_owed'; description: string; amountCents: number }
  /** `replaces`: an earlier charge for the same work was paid back. */
  /** Notices of earlier releases have no `paidAt`. */
  | {
      what: 'work_paid';
      paymentId: string;
      paidAt?: string;
      description: string;
      amountCents: number;
      replaces: boolean;
    }
  | { what: 'work_returned'; description: string; amountCents: number }
  /** `restCents`: the part of the payment that was not refunded before; all of it if left out. */
  | { what: 'refunded'; description: string; amountCents: number; restCents?: number }
  | { what: 'hours_given_back'; description: string; hours: number }
  /** The team has refunded a part; `refundId` is the refund's own. `takesHours`: it is of a plan's payment. */
  | {
      what: 'refunded_part';
      refundId: string;
      description: string;
      amountCents: number;
      reason: string;
      takesHours?: boolean;
    }
  | { what: 'hours_given'; grantId: string; hours: number; expiresAt: string; reason: string }
  | {
      what: 'disputed' | 'dispute_won';
      about: 'booking' | 'plan' | 'payment';
      description: string;
      amountCents: number;
    };

/** Notifies a member about their money; in the transaction that books it. An occasion is announced once. */
export async function announceBilling(
  db: Tx,
  { occasion, userId, news, now }: { occasion: string; userId: string; news: BillingNews; now: string },
): Promise<void> {
  await addNotice(db, { kind: 'billing', occasion, bookingId: null, userId, content: news, now });
}

/** The times at which the letters of these occasions were sent, by the occasion; one that was not sent has none. */
export async function readSentAt(db: Db, occasions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = occasions.length ? await selectSent(db, occasions) : [];
  return new Map(rows.map(({ occasion, sent_at }) => [occasion, sent_at]));
}

/** Notices about the account, which are sent whatever the member chose. */
export type AccountNews =
  | { what: 'data_ready'; until: string }
  | { what: 'data_failed' }
  | { what: 'deletion_planned'; at: string; byTeam: boolean }
  | { what: 'deletion_taken_back' };

/** Notifies a member about their account; in the transaction that changes it. An occasion is announced once. */
export async function announceAccount(
  db: Tx,
  { occasion, userId, news, now }: { occasion: string; userId: string; news: AccountNews; now: string },
): Promise<void> {
  await addNotice(db, { kind: 'account', occasion, bookingId: null, userId, content: news, now });
}

/**
 * Takes back a notice that nobody has been told of yet.
 * @returns whether it was taken back; otherwise the person knows of the occasion, or is just being told
 */
export const takeBackNotice = (db: Tx, occasion: string): Promise<boolean> => deleteUntold(db, occasion);

/** The answer's place in its conversation. */
export interface ChatContent {
  seq: number;
}

/**
 * The times within which a customer with an open chat has seen an answer. Others get a push message after the first,
 * and a mail after the second.
 */
const seenWithinMs = { push: 8_000, mail: 5 * 60_000 };

/**
 * Notifies a customer that the team answered in the live chat, unless they see the answer in time; in the
 * transaction that stores it.
 */
export async function announceChatAnswer(
  db: Tx,
  { userId, seq, now }: { userId: string; seq: number; now: string },
): Promise<void> {
  const content: ChatContent = { seq };
  await addNotice(
    db,
    { kind: 'chat_answer', occasion: chatOccasion(userId, seq), bookingId: null, userId, content, now },
    seenWithinMs,
  );
}

/** Deletes notices of answers that the customer has seen; in the transaction that notes how far they have. */
export async function forgetChatAnswers(db: Tx, userId: string, seq: number): Promise<void> {
  await deleteChatAnswers(db, { userId, prefix: chatOccasion(userId, ''), seq });
}

interface NewNotice {
  kind: NoticeKind;
  occasion: string;
  bookingId: string | null;
  userId: string;
  content: object;
  now: string;
}

/** The times after which a notice is sent to each browser of its reader, and by mail; `push: null`: to no browser. */
interface After {
  push: number | null;
  mail: number;
}

/** Adds a notice, by mail and for each of the member's browsers; due at once unless given. */
export async function addNotice(
  db: Tx,
  notice: NewNotice,
  after: After = { push: 0, mail: 0 },
): Promise<void> {
  const row = rowOf(notice, after);
  const [added] = await insertNotice(db, row);
  if (added && after.push !== null)
    await insertDeliveries(db, {
      noticeId: row.id,
      userId: notice.userId,
      dueAt: later(notice.now, after.push),
    });
}

/** Adds one notice for each of several readers; the same as `addNotice`, in two statements. */
export async function addNotices(
  db: Tx,
  notices: readonly Omit<NewNotice, 'bookingId'>[],
  after: { push: number; mail: number },
): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const rows = notices.map((notice) => rowOf({ ...notice, bookingId: null }, after));
  const added = await insertNotices(db, rows);
  await insertDeliveriesOf(db, { noticeIds: added, dueAt: later(first.now, after.push) });
}

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

const rowOf = (notice: NewNotice, after: After): NoticeRow => ({
  id: randomUUID(),
  user_id: notice.userId,
  booking_id: notice.bookingId,
  kind: notice.kind,
  occasion: notice.occasion,
  content: JSON.stringify(notice.content),
  attempts: 0,
  due_at: later(notice.now, after.mail),
  sent_at: null,
  created_at: notice.now,
});
