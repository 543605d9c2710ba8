import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { sandboxIssuer } from '../../../core/counterparties.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { hasSeenAnswer } from '../../records/chat/seen.service.ts';
import { readWaiting } from '../../records/hours/overtime/question.service.ts';
import {
  type Facts,
  findNotice,
  type NoticeRow,
  selectFacts,
  selectMember,
  wasPushed,
} from '../../records/notices/notices.repository.ts';
import {
  type AccountNews,
  type BillingNews,
  type ChatContent,
  type MoveContent,
  type OvertimeContent,
  type QuoteContent,
  quoteOccasion,
  type Returned,
  type StatusContent,
} from '../../records/notices/notices.service.ts';
import type { NoticeKind, TeamNoticeKind } from '../../records/notices/notices.table.ts';
import { lookAgainMs, type OtherWorkerContent } from '../../records/notices/other-worker.service.ts';
import { isAboutMoney, type OwnActContent } from '../../records/notices/own-acts.service.ts';
import { selectFirstDue } from '../../records/notices/pushes/pushes.repository.ts';
import type { ReminderContent } from '../../records/notices/reminders/reminders.service.ts';
import { isChargeInForce } from '../../records/payments/overage-payments.service.ts';
import { isInTime } from '../../records/subscription/moves/moves.rules.ts';
import { isMovePlanned, moveOccasion } from '../../records/subscription/moves/moves.service.ts';
import { readShownWorkers } from '../../records/workers/shown-workers.ts';
import { composeAccount } from './account-letters.ts';
import { composeBilling } from './billing-letters.ts';
import { composeChatAnswer } from './chat-letters.ts';
import { accountFlash, billingFlash, bookingFlash, chatFlash, type Flash } from './flash.ts';
import type { LetterContent } from './letter-content.ts';
import { type BookingKind, compose } from './letters.ts';
import type { PaidFacts } from './receipt-letters.ts';

/** A notice's present content, in the words of each channel. */
export interface News {
  /** The member's address; `null` if nobody vouches for it, because it may be a stranger's. */
  to: string | null;
  letter: LetterContent;
  flash: Flash;
  /** Whether it tells of money, so that its letter is sent whatever the member chose. */
  isAboutMoney: boolean;
  /** Whether the booking has gone on since, so that a message on the screen would be wrong; left out: it has not. */
  isOvertaken?: boolean;
  /** The end of the content's validity, ISO 8601; `null` if unknown. */
  until: string | null;
}

type Reading = Pick<Deps, 'db' | 'clock' | 'env' | 'texts'>;

/**
 * @param paid what a receipt says beside the payment
 * @returns `null` if the notice is outdated and would mislead
 */
export async function readNews(
  deps: Reading,
  notice: NoticeRow & { kind: Exclude<NoticeKind, TeamNoticeKind> },
  paid: PaidFacts | null = null,
): Promise<News | null> {
  if (notice.kind === 'billing' || notice.kind === 'receipt') return billingNews(deps, notice, paid);
  if (notice.kind === 'account') return accountNews(deps, notice);
  if (notice.kind === 'chat_answer') return chatNews(deps, notice);
  return bookingNews(deps, notice, notice.kind);
}

/** The notice of a charge is dropped once the charge is taken back. */
async function billingNews(
  { db, env, clock }: Reading,
  notice: NoticeRow,
  paid: PaidFacts | null,
): Promise<News | null> {
  const news = JSON.parse(notice.content) as BillingNews;
  if (news.what === 'work_paid' && !(await isChargeInForce(db, news.paymentId))) return null;
  // A letter that would leave too few days is not sent: its move is planned anew, for another day. Nor is one whose move
  // was dropped meanwhile, since another letter names another price.
  if (news.what === 'price_moves' && !isInTime(clock.now().toISOString(), news.at)) return null;
  if (news.what === 'price_moves' && !(await isMovePlanned(db, notice.occasion))) return null;
  if (news.what === 'price_stays' && !(await wasAnyTold(db, takenBackBy(notice)))) return null;
  const member = await selectMember(db, notice.user_id);
  const letter = composeBilling(news, member, env, paid);
  const flash = billingFlash(news, letter.subject);
  return { to: mailbox(env, member), letter, flash, isAboutMoney: true, until: null };
}

/** The notice is dropped once the file no longer exists. */
async function accountNews({ db, env, clock }: Reading, notice: NoticeRow): Promise<News | null> {
  const news = JSON.parse(notice.content) as AccountNews;
  const until = news.what === 'data_ready' ? news.until : null;
  if (until && until <= clock.now().toISOString()) return null;
  const member = await selectMember(db, notice.user_id);
  const letter = composeAccount(news, member, env);
  return {
    to: mailbox(env, member),
    letter,
    flash: accountFlash(news, letter.subject),
    isAboutMoney: false,
    until,
  };
}

/** The notice is dropped once the customer has seen the answer in the app, on any device. */
async function chatNews({ db, env }: Reading, notice: NoticeRow): Promise<News | null> {
  const { seq } = JSON.parse(notice.content) as ChatContent;
  if (await hasSeenAnswer(db, notice.user_id, seq)) return null;
  const member = await selectMember(db, notice.user_id);
  const letter = composeChatAnswer(member);
  const flash = chatFlash(letter.subject);
  return { to: mailbox(env, member), letter, flash, isAboutMoney: false, until: null };
}

async function bookingNews(deps: Reading, notice: NoticeRow, kind: BookingKind): Promise<News | null> {
  const { db, env, clock } = deps;
  const facts = notice.booking_id ? await selectFacts(db, notice.booking_id) : undefined;
  if (!facts || !notice.booking_id) return null;
  const [act, returned] = [actOf(notice), returnedOf(notice)];
  const isOvertaken = await isUntrue(deps, notice, facts);
  // A decided refund stays when the booking goes on.
  const paysBack =
    (returned?.amountCents ?? 0) > 0 || (act?.act === 'called_off' && act.outcome === 'refund');
  if (isOvertaken && !paysBack) return null;
  const workers = isSent(facts.status) ? await readShownWorkers(db, notice.booking_id) : [];
  const known = knownWorkers(notice);
  if (known && isSame(known, workers)) return null;
  const extra = kind === 'extra_hours' ? await readWaiting(db, extraOf(notice)) : undefined;
  if (kind === 'extra_hours' && !extra) return null;
  const about = {
    ...facts,
    extra,
    bookingId: notice.booking_id,
    moved: moveOf(notice)?.by ?? null,
    act,
    returned,
    isAboutMoney: paysBack || (act !== null && isAboutMoney(act)),
    withdrawn: isWithdrawal(notice),
    workers: workers.map(({ name }) => name),
    isOther: known !== null,
    replyTime: deps.texts.current().texts.replyTime,
  };
  const letter = compose(kind, about, env, clock.now());
  return {
    to: mailbox(env, facts),
    letter,
    flash: bookingFlash(about, letter.subject, env.BUSINESS_TIME_ZONE),
    isAboutMoney: about.isAboutMoney,
    isOvertaken,
    until: kind === 'reminder' ? facts.scheduled_date : kind === 'quote' ? facts.quote_until : null,
  };
}

/**
 * The address for letters. An address vouched for by the sandbox loses that when the sandbox is gone. @returns
 * `null` if nobody vouches for it
 */
export const mailbox = (
  env: Reading['env'],
  { email, email_verified, issuer }: Pick<Facts, 'email' | 'email_verified' | 'issuer'>,
): string | null =>
  email_verified === 1 && (issuer !== sandboxIssuer.name || issuer === env.ISSUER.name) ? email : null;

/** Whether somebody is sent to a booking, or is there. */
const isSent = (status: BookingStatus): boolean => status === 'scheduled' || status === 'in_progress';

/** Statuses in which the booking's time still matters. */
const open: readonly BookingStatus[] = ['pending', 'scheduled', 'in_progress'];

/** The move that a booking update is about; `undefined` if it is about a status. */
function moveOf({ kind, content }: NoticeRow): { id: string; by: 'by team' | 'by customer' } | undefined {
  if (kind !== 'booking_update') return undefined;
  const { moveId, byCustomer } = JSON.parse(content) as Partial<MoveContent>;
  return moveId === undefined ? undefined : { id: moveId, by: byCustomer ? 'by customer' : 'by team' };
}

/** The ids of the workers whom the customer knows of, if the update is about another one; `null` for others. */
function knownWorkers({ kind, content }: NoticeRow): string[] | null {
  if (kind !== 'booking_update') return null;
  return (JSON.parse(content) as Partial<OtherWorkerContent>).knownWorkers ?? null;
}

/** Whether the same people come, or nobody any more. */
const isSame = (known: readonly string[], workers: readonly { id: string }[]): boolean =>
  workers.length === 0 || JSON.stringify(workers.map(({ id }) => id).sort()) === JSON.stringify(known);

const isAhead = ({ status, scheduled_date }: Facts, now: string): boolean =>
  status === 'scheduled' && scheduled_date !== null && scheduled_date > now;

/** The customer's own act that a booking update confirms; `null` for news from the team. */
function actOf({ kind, content }: NoticeRow): OwnActContent | null {
  if (kind !== 'booking_update') return null;
  const found = JSON.parse(content) as Partial<OwnActContent>;
  return found.act === undefined ? null : (found as OwnActContent);
}

/** What a cancellation by the team gives back; `null` for other news. */
function returnedOf({ kind, content }: NoticeRow): Returned | null {
  return kind === 'booking_update'
    ? ((JSON.parse(content) as Partial<StatusContent>).returned ?? null)
    : null;
}

/** Whether the act is no news any more: the team has acted since, or the customer has. */
function isOvertaken(act: OwnActContent, facts: Facts): boolean {
  if (act.act === 'called_off') return facts.last_change !== act.changeId;
  if (act.act === 'requested') return facts.status !== 'pending' || facts.quote_id !== null;
  return facts.status !== (act.isAgreed ? 'scheduled' : 'pending');
}

const quoteOf = ({ content }: NoticeRow) => JSON.parse(content) as QuoteContent;

/** The question that a notice is about. */
const extraOf = ({ content }: NoticeRow): string => (JSON.parse(content) as OvertimeContent).questionId;

const isWithdrawal = (notice: NoticeRow): boolean =>
  notice.kind === 'quote' && quoteOf(notice).withdrawn === true;

/**
 * The next attempt of an earlier notice that this one must follow, and which may be under way now; `null` without
 * one. A letter waits for the earlier letter and push messages. A push message waits for the earlier one to the same
 * browser.
 */
export async function dueBefore(
  deps: Reading,
  notice: NoticeRow,
  subscriptionId?: string,
): Promise<string | null> {
  const { db } = deps;
  for (const occasion of takenBackBy(notice)) {
    const earlier = await findNotice(db, occasion);
    const due =
      earlier &&
      ((subscriptionId ? null : earlier.due_at) ?? (await selectFirstDue(db, earlier.id, subscriptionId)));
    if (due) return due;
  }
  return waitsForWorker(deps, notice);
}

/** When to look again whether somebody is sent in place of those whom the customer knows of. */
async function waitsForWorker({ db, clock }: Reading, notice: NoticeRow): Promise<string | null> {
  if (!notice.booking_id || !knownWorkers(notice)) return null;
  const facts = await selectFacts(db, notice.booking_id);
  if (!facts || !isAhead(facts, clock.now().toISOString())) return null;
  if ((await readShownWorkers(db, notice.booking_id)).length > 0) return null;
  return new Date(clock.now().getTime() + lookAgainMs).toISOString();
}

/** The occasions of the notices that this one takes back; none for most. */
function takenBackBy(notice: NoticeRow): string[] {
  if (isWithdrawal(notice)) return [quoteOccasion(quoteOf(notice).quoteId)];
  if (notice.kind !== 'billing') return [];
  const news = JSON.parse(notice.content) as BillingNews;
  return news.what === 'price_stays' ? news.moves.map(moveOccasion) : [];
}

/** Whether a letter or a push message of one of these occasions was sent. */
async function wasAnyTold(db: Db, occasions: readonly string[]): Promise<boolean> {
  for (const occasion of occasions) {
    const notice = await findNotice(db, occasion);
    if (notice && (notice.sent_at !== null || (await wasPushed(db, notice.id)))) return true;
  }
  return false;
}

async function isUntrue({ db, clock }: Reading, notice: NoticeRow, facts: Facts): Promise<boolean> {
  // Whether a question still waits is checked when its text is read.
  if (notice.kind === 'team_message' || notice.kind === 'extra_hours') return false;
  if (notice.kind === 'reminder') {
    const { scheduledDate } = JSON.parse(notice.content) as ReminderContent;
    const isPast = scheduledDate <= clock.now().toISOString();
    return isPast || facts.status !== 'scheduled' || facts.scheduled_date !== scheduledDate;
  }
  const move = moveOf(notice);
  if (move) return facts.last_move !== move.id || !open.includes(facts.status);
  if (knownWorkers(notice)) return !isAhead(facts, clock.now().toISOString());
  const act = actOf(notice);
  if (act) return isOvertaken(act, facts);
  if (notice.kind === 'quote') {
    const { quoteId } = quoteOf(notice);
    if (isWithdrawal(notice)) return isNoNews(db, notice, facts);
    const stands = facts.quote_id === quoteId && (facts.quote_until ?? '') > clock.now().toISOString();
    return !stands || facts.status === 'cancelled';
  }
  return facts.last_change !== (JSON.parse(notice.content) as StatusContent).changeId;
}

/**
 * Whether a withdrawal needs no notice: another quote has followed, the request was cancelled, or nobody was told of
 * the quote. A notice still under way is waited for before (`dueBefore`).
 */
async function isNoNews(db: Db, notice: NoticeRow, facts: Facts): Promise<boolean> {
  if (facts.quote_id !== quoteOf(notice).quoteId || facts.status === 'cancelled') return true;
  return !(await wasAnyTold(db, takenBackBy(notice)));
}
