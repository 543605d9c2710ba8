import type { ToConfirm, Today, WaitingForTeam } from '../../../contract/schemas/schedule.ts';
import type { Person } from '../../../core/person.ts';
import type { Deps } from '../../../deps.ts';
import { listRequests } from '../../records/quotes/requests.service.ts';
import { readPrioritised } from '../../records/subscription/rights/rights.service.ts';
import { summariseBookings } from '../admin-bookings/summary.service.ts';
import { readLiveWork } from '../schedule/live.service.ts';
import {
  presentOpenDispute,
  presentToConfirm,
  presentWaitingChat,
  presentWaitingRequest,
  presentWaitingThread,
  type Unranked,
} from './today.presenter.ts';
import {
  selectOpenDisputes,
  selectToConfirm,
  selectWaitingChats,
  selectWaitingThreads,
} from './today.repository.ts';

/** The rows of a list, and of each kind of those who wait: more is nobody's work of one day. */
const mostRows = 30;

/**
 * The team's day in one read: the work under way and late, those who wait for an answer, the bookings to confirm, and
 * the dashboard's numbers; the contract asks for `bookings.read`. Each list is read from its own index, up to
 * `mostRows`; among these rows, members whose plan has priority come first.
 */
export async function readToday(deps: Pick<Deps, 'db' | 'clock' | 'env'>, person: Person): Promise<Today> {
  const { db } = deps;
  const rows = mostRows + 1;
  const [work, summary, confirmable, requests, chats, threads, disputes] = await Promise.all([
    readLiveWork(deps),
    summariseBookings(deps, person, {}),
    selectToConfirm(db, { rows }),
    listRequests(deps, { state: 'waiting', limit: mostRows }),
    person.permissions.has('support.answer') ? selectWaitingChats(db, { rows }) : [],
    selectWaitingThreads(db, { rows }),
    person.permissions.has('money.read') ? selectOpenDisputes(db, { rows }) : [],
  ]);
  const waiting = [
    ...requests.rows.map(presentWaitingRequest),
    ...first(chats).map(presentWaitingChat),
    ...first(threads).map(presentWaitingThread),
    ...first(disputes).map(presentOpenDispute),
  ];
  const inRequests = new Set(requests.rows.map(({ id }) => id));
  const late = work.late.filter(({ id }) => !inRequests.has(id));
  const inLate = new Set(late.map(({ id }) => id));
  const toConfirm = first(confirmable.filter(({ id }) => !inLate.has(id))).map(presentToConfirm);
  const prioritised = await readPrioritised(
    db,
    [...waiting, ...toConfirm].map(({ customer }) => customer.id),
  );
  const ranked = <T extends Unranked<WaitingForTeam | ToConfirm>>(one: T) => ({
    ...one,
    hasPriority: prioritised.has(one.customer.id),
  });
  const { totalBookings, todayBookings, activeCustomers, pendingReviews } = summary;
  const isCut = {
    inProgress: work.cut.includes('inProgress') || work.inProgress.length > mostRows,
    late: work.cut.includes('late') || late.length > mostRows,
    soon: work.cut.includes('soon') || work.soon.length > mostRows,
    waiting: requests.next !== null || [chats, threads, disputes].some(({ length }) => length > mostRows),
    toConfirm: confirmable.length > mostRows,
  };
  return {
    ...work,
    inProgress: first(work.inProgress),
    late: first(late),
    soon: first(work.soon),
    waiting: waiting.map(ranked).sort((a, b) => priorityFirst(a, b) || longestFirst(a, b)),
    toConfirm: toConfirm.map(ranked).sort(priorityFirst),
    cut: (Object.keys(isCut) as (keyof typeof isCut)[]).filter((name) => isCut[name]),
    figures: {
      totalBookings,
      todayBookings,
      ...(activeCustomers !== undefined && { activeCustomers }),
      pendingReviews,
    },
  };
}

const first = <T>(rows: readonly T[]): T[] => rows.slice(0, mostRows);

const priorityFirst = (a: { hasPriority: boolean }, b: { hasPriority: boolean }): number =>
  Number(b.hasPriority) - Number(a.hasPriority);

const longestFirst = (a: WaitingForTeam, b: WaitingForTeam): number =>
  a.since.localeCompare(b.since) || a.id.localeCompare(b.id);
