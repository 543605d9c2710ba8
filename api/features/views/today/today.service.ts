import type { ToConfirm, Today, WaitingForTeam } from '../../../contract/schemas/schedule.ts';
import { daysAfter } from '../../../core/durations.ts';
import type { Person } from '../../../core/person.ts';
import type { Deps } from '../../../deps.ts';
import { listRequests } from '../../records/quotes/requests.service.ts';
import { readPrioritised } from '../../records/subscription/rights/rights.service.ts';
import { presentLeave } from '../../records/workers/workers.presenter.ts';
import { selectAskedLeave } from '../../records/workers/workers.repository.ts';
import { summariseBookings } from '../admin-bookings/summary.service.ts';
import { readLiveWork } from '../schedule/live.service.ts';
import {
  presentOpenDispute,
  presentToConfirm,
  presentUnassigned,
  presentWaitingChat,
  presentWaitingRequest,
  presentWaitingThread,
  type Unranked,
} from './today.presenter.ts';
import {
  selectOpenDisputes,
  selectToConfirm,
  selectUnassigned,
  selectWaitingChats,
  selectWaitingThreads,
} from './today.repository.ts';
import { readTroubled } from './troubled.service.ts';

/** The rows of a list, and of each kind of those who wait: more is nobody's work of one day. */
const mostRows = 30;
/** The days ahead of which visits without a worker are shown. */
const unassignedDays = 14;
/** The days ahead of which ways between visits are looked at. */
const tightDays = 3;

/**
 * The team's day in one read: the work under way and late, those who wait for an answer, the bookings to confirm, the visits without a worker, and
 * the dashboard's numbers; the contract asks for `bookings.read`. Each list is read from its own index, up to
 * `mostRows`; among these rows, members whose plan has priority come first.
 */
export async function readToday(deps: Pick<Deps, 'db' | 'clock' | 'env'>, person: Person): Promise<Today> {
  const { db } = deps;
  const rows = mostRows + 1;
  const now = deps.clock.now();
  const span = { from: now.toISOString(), until: daysAfter(now, unassignedDays).toISOString() };
  const [work, summary, confirmable, requests, chats, threads, disputes, unassigned, leave, troubled] =
    await Promise.all([
      readLiveWork(deps),
      summariseBookings(deps, person, {}),
      selectToConfirm(db, { rows }),
      listRequests(deps, { state: 'waiting', limit: mostRows }),
      person.permissions.has('support.answer') ? selectWaitingChats(db, { rows }) : [],
      selectWaitingThreads(db, { rows }),
      person.permissions.has('money.read') ? selectOpenDisputes(db, { rows }) : [],
      selectUnassigned(db, { ...span, rows }),
      person.permissions.has('business.change') ? selectAskedLeave(db, { now: span.from, rows }) : [],
      readTroubled(db, { ...span, soon: daysAfter(now, tightDays).toISOString(), rows }),
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
    unassigned: unassigned.length > mostRows,
    leave: leave.length > mostRows,
    troubled: troubled.length > mostRows,
  };
  return {
    ...work,
    inProgress: first(work.inProgress),
    late: first(late),
    soon: first(work.soon),
    waiting: waiting.map(ranked).sort((a, b) => priorityFirst(a, b) || longestFirst(a, b)),
    toConfirm: toConfirm.map(ranked).sort(priorityFirst),
    unassigned: first(unassigned).map(presentUnassigned),
    troubled: first(troubled),
    leave: first(leave).map((row) => ({
      ...presentLeave(row, deps.env.BUSINESS_TIME_ZONE),
      ...{ workerId: row.worker_id, worker: row.name },
    })),
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
