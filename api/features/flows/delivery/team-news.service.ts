import type { TeamNewsKind } from '../../../contract/access/team-news.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import { startOfDay } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { isStillWaiting } from '../../records/chat/waits.service.ts';
import { type NoticeRow, selectFacts, selectMember } from '../../records/notices/notices.repository.ts';
import type { Reader } from '../../records/team-notices/choices.service.ts';
import { type FailedJob, needsOf, type TeamNews } from '../../records/team-notices/team-notices.service.ts';
import { lastOf } from '../../records/workers/workers.presenter.ts';
import { selectLeaveWithWorker } from '../../records/workers/workers.repository.ts';
import type { Item } from './letter-content.ts';
import { dateOf, shortWhen } from './wording.ts';

type Reading = Pick<Deps, 'db' | 'env'>;

/**
 * The notices of one kind as they stand now, each with its line for the letter.
 * @returns none of those that are over or that the reader may not see; these are `settled` without a word
 */
export async function readItems(
  deps: Reading,
  reader: Reader,
  notices: readonly NoticeRow[],
): Promise<{ items: Item[]; sent: NoticeRow[]; settled: NoticeRow[] }> {
  const read = await Promise.all(
    notices.map(async (notice) => ({ notice, item: await itemOf(deps, reader, notice) })),
  );
  return {
    items: read.flatMap(({ item }) => item ?? []),
    sent: read.flatMap(({ notice, item }) => (item ? notice : [])),
    settled: read.flatMap(({ notice, item }) => (item ? [] : notice)),
  };
}

async function itemOf(deps: Reading, reader: Reader, notice: NoticeRow): Promise<Item | null> {
  const news = JSON.parse(notice.content) as TeamNews;
  if (!needsOf(news).some((one) => reader.permissions.has(one))) return null;
  switch (news.what) {
    case 'booking':
    case 'request':
    case 'late_cancellation':
      return bookingItem(deps, news);
    case 'chat_waiting': {
      if (!(await isStillWaiting(deps.db, news))) return null;
      const detail = `Waiting since ${shortWhen(news.since, deps.env.BUSINESS_TIME_ZONE)}`;
      return { title: await nameOf(deps.db, news.userId), detail, path: `/admin/support/${news.userId}` };
    }
    case 'dispute':
      return {
        title: `A payment of ${formatMoney(news.amountCents, deps.env.CURRENCY)}`,
        detail: 'The bank asks for an answer, or takes the money back.',
        path: '/admin/disputes',
      };
    case 'failed_job':
      return jobs[news.job];
    case 'leave':
    case 'leave_answer':
      return leaveItem(deps, news);
  }
}

/** Leave that was answered or changed meanwhile is no news any more; the answer has a notice of its own. */
async function leaveItem(
  { db, env }: Reading,
  news: Extract<TeamNews, { leaveId: string }>,
): Promise<Item | null> {
  const leave = await selectLeaveWithWorker(db, news.leaveId);
  if (!leave || leave.state !== (news.what === 'leave' ? 'asked' : news.state)) return null;
  const zone = env.BUSINESS_TIME_ZONE;
  const last = lastOf(leave, zone);
  const at = (instant: string) => (leave.whole_days ? dateOf(instant, zone) : shortWhen(instant, zone));
  const [from, to] = [at(leave.starts_at), at(leave.whole_days ? startOfDay(last, zone) : last)];
  const span = from === to ? from : `${from} to ${to}`;
  if (news.what === 'leave')
    return {
      title: isolated(leave.name),
      detail: span,
      ...(leave.reason && { inLetter: `${span} · ${isolated(leave.reason)}` }),
      path: `/admin/settings/workers?worker=${leave.worker_id}`,
    };
  return {
    title: `${span}: ${news.state}`,
    detail: 'See your leave on your page.',
    ...(leave.answer && { inLetter: isolated(leave.answer) }),
    path: '/admin/week',
  };
}

const jobs: Record<FailedJob, Item> = {
  refund: {
    title: 'A refund could not be made',
    detail: 'The card provider or the bank refused it, and it needs a person.',
    path: '/admin/disputes',
  },
  left_at_provider: {
    title: 'The card provider keeps something of a deleted account',
    detail: 'It refused to delete it, so it must be deleted there.',
    path: '/admin/disputes',
  },
  background: {
    title: 'The work in the background keeps failing',
    detail: 'Letters, refunds or renewals may come late. The log of the server says why.',
    path: '/admin/settings',
  },
};

/** A new booking that is cancelled by now is no news; its late cancellation is. */
async function bookingItem(
  { db, env }: Reading,
  news: Extract<TeamNews, { bookingId: string }>,
): Promise<Item | null> {
  const facts = await selectFacts(db, news.bookingId);
  const isOver = facts?.status === 'cancelled' && news.what !== 'late_cancellation';
  if (!facts || isOver) return null;
  const { scheduled_date: at, window_minutes } = facts;
  const when = at && shortWhen(at, env.BUSINESS_TIME_ZONE, window_minutes);
  return {
    title: isolated(facts.service_name),
    detail: [fullName(facts), when].filter(Boolean).join(' · '),
    path: `/admin/bookings/${news.bookingId}`,
  };
}

const nameOf = async (db: Db, userId: string): Promise<string> => fullName(await selectMember(db, userId));

const fullName = (person: { first_name: string; last_name: string; email: string }): string =>
  isolated(`${person.first_name} ${person.last_name}`.trim() || person.email);

/** The title of one or several news of a kind, for a letter's subject and a push message. */
export function titleOf(what: TeamNewsKind, count: number): string {
  const [one, several] = titles[what];
  return count === 1 ? one : `${count} ${several}`;
}

const titles: Record<TeamNewsKind, readonly [one: string, several: string]> = {
  request: ['A new request', 'new requests'],
  booking: ['A new booking', 'new bookings'],
  late_cancellation: ['A visit was called off late', 'visits were called off late'],
  chat_waiting: ['A customer waits in the live chat', 'customers wait in the live chat'],
  dispute: ['A payment is disputed', 'payments are disputed'],
  failed_job: ['Something needs a person', 'things need a person'],
  leave: ['A worker asks for leave', 'requests for leave'],
  leave_answer: ['The team answered your request for leave', 'answers about your leave'],
};

/** The sentence of a letter, and the page where all of its kind stand. */
export const aboutKind: Record<
  TeamNewsKind,
  {
    /** @param replyTime how soon requests are answered, in the owner's words; '' where nothing is promised */
    sentence: (count: number, replyTime: string) => string;
    label: string;
    path: string;
  }
> = {
  request: {
    sentence: (count, replyTime) =>
      replyTime
        ? `Customers are promised an answer ${replyTime}.`
        : `The customer${count === 1 ? ' waits' : 's wait'} for a quote or a question.`,
    label: 'Open the requests',
    path: '/admin/requests',
  },
  booking: {
    sentence: (count) =>
      count === 1
        ? 'Confirm its time, unless its customer chose a free one.'
        : 'Confirm their times, unless their customers chose free ones.',
    label: 'Open today’s page',
    path: '/admin/today',
  },
  late_cancellation: {
    sentence: (count) => `The ${count === 1 ? 'visit was' : 'visits were'} less than 24 hours away.`,
    label: 'Open the schedule',
    path: '/admin/schedule',
  },
  chat_waiting: {
    sentence: () => 'Nobody has answered for more than 2 minutes.',
    label: 'Open the live chat',
    path: '/admin/support',
  },
  dispute: {
    sentence: () => 'Until the bank has decided, what was paid for stays as it is.',
    label: 'Open the disputes',
    path: '/admin/disputes',
  },
  failed_job: {
    sentence: () => 'It was tried again in vain, and does not mend itself.',
    label: 'See to it',
    path: '/admin/disputes',
  },
  leave: {
    sentence: () => 'Grant it, or refuse it with a word. Booked visits in it are listed there.',
    label: 'Open the workers',
    path: '/admin/settings/workers',
  },
  leave_answer: {
    sentence: () => 'Your leave stands on your page, with what the team says.',
    label: 'Open your week',
    path: '/admin/week',
  },
};
