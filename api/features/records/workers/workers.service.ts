import { acts } from '../../../bus/changed.ts';
import { workerLimits } from '../../../contract/rules/business/worker-terms.ts';
import type {
  LeaveForm,
  Worker,
  WorkerFacts,
  WorkerForm,
  WorkerSummary,
} from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import { daysAfter } from '../../../core/durations.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../audit/audit.service.ts';
import { tellMember } from '../team-notices/team-notices.service.ts';
import {
  blankFacts,
  changedNames,
  columnsOf,
  inOrder,
  merged,
  partRows,
  partsToReplace,
} from './changes.rules.ts';
import { leaveSpan } from './leave.rules.ts';
import { type Account, factsOf, presentSummary, presentWorker } from './workers.presenter.ts';
import {
  countWorkers,
  deleteLeave,
  hasOffer,
  hasPicture,
  insertWorker,
  type LeaveRow,
  linkInvited,
  lockWorkers,
  readRoster,
  replacePart,
  selectEndingLicences,
  selectLeave,
  selectLeaveNow,
  selectOneLeave,
  selectOpenInvitations,
  selectParts,
  selectWorker,
  selectWorkers,
  updateWorker,
  upsertLeave,
  type WorkerRow,
} from './workers.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>;
type Reading = Pick<Deps, 'db' | 'clock' | 'env'>;

/** A licence is to be renewed so many days before it ends. */
const renewalDays = 30;

/** All workers, those switched on first, by name. */
export async function listWorkers(deps: Reading): Promise<WorkerSummary[]> {
  const { db, clock, env } = deps;
  const now = instant(clock);
  const timeZone = env.BUSINESS_TIME_ZONE;
  const rows = await selectWorkers(db);
  const today = dayOf(now, timeZone);
  const roster = await readRoster(db, {
    workerIds: rows.map(({ id }) => id),
    ...{
      from: today,
      until: dayOf(startOfDay(today, timeZone, 6), timeZone),
      leaveFrom: now,
      leaveUntil: now,
    },
  });
  const byId = new Map(roster.map((one) => [one.id, one]));
  const leave = Map.groupBy(await selectLeaveNow(db, now), ({ worker_id }) => worker_id);
  const renewed = dayOf(daysAfter(clock.now(), renewalDays), timeZone);
  const licences = Map.groupBy(await selectEndingLicences(db, renewed), ({ worker_id }) => worker_id);
  const accounts = await accountsOf(db, rows, now);
  return rows.map((row) =>
    presentSummary(row, {
      roster: byId.get(row.id),
      leave: leave.get(row.id) ?? [],
      account: accounts(row),
      licencesToRenew: licences.get(row.id)?.length ?? 0,
      timeZone,
      now,
    }),
  );
}

async function accountsOf(
  db: Db,
  rows: readonly WorkerRow[],
  now: string,
): Promise<(row: WorkerRow) => Account> {
  const ids = rows.flatMap(({ user_id, invitation_id }) => (user_id === null && invitation_id) || []);
  const open = new Set(await selectOpenInvitations(db, ids, now));
  return ({ user_id, invitation_id }) =>
    user_id ? 'linked' : invitation_id && open.has(invitation_id) ? 'invited' : 'none';
}

/** A worker with all that the team says of them. @throws Refusal `not_found` */
export async function readWorker({ db, clock, env }: Reading, id: string): Promise<Worker> {
  const row = await selectWorker(db, id);
  if (!row) throw notFound('Worker');
  const now = instant(clock);
  const leave = await selectLeave(db, { workerId: id, now, rows: workerLimits.leave });
  const accounts = await accountsOf(db, [row], now);
  return presentWorker(row, {
    parts: await selectParts(db, id),
    leave,
    account: accounts(row),
    timeZone: env.BUSINESS_TIME_ZONE,
  });
}

/**
 * Adds a worker under this id, or changes the parts that are named; a repeat changes nothing. Nothing that takes work
 * away is refused. The worker's row is locked before anything that decides a plan is read.
 * @param query.takeBack takes back the invitation to an address that is not the worker's any more
 * @throws Refusal `conflict` if the worker was changed since the author saw them, or there are too many;
 * `invalid_input` for a new worker without a name, a skill of an unknown service, a skill with a licence that is not
 * among the licences, and a picture that is not there
 */
export async function putWorker(
  deps: Parts,
  actor: Person,
  { id, form, takeBack }: { id: string; form: WorkerForm; takeBack: TakeBack },
): Promise<void> {
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const [row] = await lockWorkers(tx, [id]);
    const before = row ? inOrder(factsOf(row, await selectParts(tx, id))) : blankFacts;
    const after = merged(before, form);
    const changed = changedNames(before, after);
    if (row && changed.length === 0) return false;
    if ((row?.version ?? null) !== form.version) throw stale();
    if (after.name === '') throw invalid('name', 'Please name the worker');
    await refuseUnknown(tx, after);
    const now = instant(deps.clock);
    await store(tx, { id, row, after, changed, now });
    if (row?.invitation_id && isReaddressed(row, changed)) await takeBack(tx, row.invitation_id, now);
    await recordAct(tx, {
      actorId: actor.id,
      act: row ? 'worker_changed' : 'worker_added',
      subject: { kind: 'worker', id },
      userId: row?.user_id ?? null,
      details: row
        ? {
            fields: changed.join(', '),
            ...(changed.includes('isActive') && { active: after.isActive }),
          }
        : {},
      now,
    });
    return true;
  });
  if (isNew) workersChanged(deps);
}

type TakeBack = (db: Tx, invitationId: string, now: string) => Promise<void>;

/** Whether an invitation to the former address is not this worker's any more. */
const isReaddressed = (row: WorkerRow, changed: readonly (keyof WorkerFacts)[]): boolean =>
  row.user_id === null && changed.includes('email');

async function store(
  db: Tx,
  p: {
    id: string;
    row: WorkerRow | undefined;
    after: WorkerFacts;
    changed: readonly (keyof WorkerFacts)[];
    now: string;
  },
): Promise<void> {
  const { id, row, after, now } = p;
  const columns = { ...columnsOf(after), version: (row?.version ?? 0) + 1, updated_at: now };
  const parted = row && isReaddressed(row, p.changed) ? { invitation_id: null } : {};
  if (row) await updateWorker(db, id, { ...columns, ...parted });
  else {
    if ((await countWorkers(db)) >= workerLimits.workers)
      throw new Refusal('conflict', `There are ${workerLimits.workers} workers already.`);
    const given = { id, ...columns, user_id: null, invitation_id: null, created_at: now };
    if (!(await insertWorker(db, given))) throw stale();
  }
  const rows = partRows(id, after);
  const parts = partsToReplace(p.changed);
  // The rows that refer to licences go first.
  if (parts.includes('licences')) await replacePart(db, id, { part: 'skills', rows: [] });
  for (const part of parts) if (!(await replacePart(db, id, { part, rows: rows[part] }))) throw stale();
}

async function refuseUnknown(db: Db, { skills, licences, picture }: WorkerFacts): Promise<void> {
  const known = new Set(licences.map(({ id }) => id));
  if (skills.some(({ licenceId }) => licenceId !== null && !known.has(licenceId)))
    throw invalid(
      'licences',
      'A skill needs a licence that is not in this list. Please change the skill first.',
    );
  const categoryIds = skills.flatMap(({ categoryId }) => categoryId ?? []);
  const serviceIds = skills.flatMap(({ serviceId }) => serviceId ?? []);
  if (!(await hasOffer(db, { categoryIds, serviceIds })))
    throw invalid('skills', 'One of these services is not there any more. Please look at the skills again.');
  if (picture !== null && !(await hasPicture(db, picture)))
    throw invalid('picture', 'This picture is not there any more. Please choose it again.');
}

const invalid = (field: string, message: string) =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });

const stale = () =>
  new Refusal('conflict', 'This worker was changed since you opened the page. Please look at it again.');

/**
 * Enters leave, changes it, grants or refuses it; a repeat changes nothing. It may cover visits, which then are listed.
 * @throws Refusal `not_found`; `conflict` if there is too much leave to come, or if `seen` says that the leave is another
 * one now
 */
export async function putLeave(
  deps: Parts,
  actor: Person,
  { workerId, id, form }: { workerId: string; id: string; form: LeaveForm },
): Promise<void> {
  const changed = await deps.db.transaction().execute(async (tx) => {
    const [worker] = await lockWorkers(tx, [workerId]);
    const before = await selectOneLeave(tx, id);
    if (!worker || (before && before.worker_id !== workerId)) throw notFound('Worker');
    const now = instant(deps.clock);
    const values = {
      ...leaveSpan(form, deps.env.BUSINESS_TIME_ZONE),
      ...{ state: form.state, reason: form.reason, answer: form.answer ?? before?.answer ?? '' },
    };
    const isSame = (name: keyof typeof values) => before?.[name] === values[name];
    if (before && (Object.keys(values) as (keyof typeof values)[]).every(isSame)) return null;
    if (form.seen && !isAsSeen(before, { ...values, state: form.seen }))
      throw new Refusal(
        'conflict',
        'This leave was changed or taken back meanwhile. Please look at it again.',
      );
    const rows = workerLimits.leave;
    if (!before && (await selectLeave(tx, { workerId, now, rows })).length >= rows)
      throw new Refusal('conflict', `There are ${rows} times of leave to come already.`);
    await upsertLeave(tx, {
      ...{ id, worker_id: workerId, ...values, by_worker: before?.by_worker ?? 0 },
      ...{ decided_by: actor.id, created_at: before?.created_at ?? now, updated_at: now },
    });
    await recordAct(tx, {
      actorId: actor.id,
      act: 'worker_leave_set',
      subject: { kind: 'worker', id: workerId },
      userId: worker.user_id,
      details: {
        ...{ state: form.state, starts: form.starts, ends: form.ends },
        ...(before && { before: before.state }),
      },
      now,
    });
    const news = { what: 'leave_answer', leaveId: id, state: form.state } as const;
    const isTold =
      worker.user_id && (!before || before.state !== form.state || before.answer !== values.answer);
    if (isTold) await tellMember(tx, { userId: worker.user_id ?? '', news, key: `${id}:${now}`, now });
    return worker;
  });
  if (changed) leaveChanged(deps, changed.user_id);
}

type SeenLeave = Pick<LeaveRow, 'starts_at' | 'ends_at' | 'reason' | 'state'>;
const isAsSeen = (row: SeenLeave | undefined, seen: SeenLeave): boolean =>
  row?.starts_at === seen.starts_at &&
  row.ends_at === seen.ends_at &&
  row.reason === seen.reason &&
  row.state === seen.state;

/** Tells the team that leave changed, and with it what can be planned, and the worker. */
export function leaveChanged(deps: Pick<Deps, 'changes'>, userId: string | null): void {
  workersChanged(deps);
  if (userId) deps.changes.tell({ people: [userId], keys: [ownLeave] });
}

/** The path that a worker's own page reads. */
const ownLeave = '/api/work/leave';

/** Takes leave away, which gives the time back. @throws Refusal `not_found` */
export async function dropLeave(
  deps: Parts,
  actor: Person,
  { workerId, id }: { workerId: string; id: string },
): Promise<void> {
  const userId = await deps.db.transaction().execute(async (tx) => {
    const [worker] = await lockWorkers(tx, [workerId]);
    if (!worker || !(await deleteLeave(tx, { workerId, id }))) throw notFound('Leave');
    await recordAct(tx, {
      actorId: actor.id,
      act: 'worker_leave_removed',
      subject: { kind: 'worker', id: workerId },
      userId: worker.user_id,
      now: instant(deps.clock),
    });
    return worker.user_id;
  });
  leaveChanged(deps, userId);
}

/** Links the account that accepted a worker's invitation, in the transaction of the sign-in. */
export const linkWorker = linkInvited;

/** Notes the invitation whose acceptance links the worker's account. */
export async function noteInvitation(
  db: Tx,
  { id, invitationId, now }: { id: string; invitationId: string; now: string },
): Promise<void> {
  await updateWorker(db, id, { invitation_id: invitationId, updated_at: now });
}

/** Tells the team that workers changed, and with them what can be planned. */
export function workersChanged(deps: Pick<Deps, 'changes'>): void {
  const keys = ['workers', 'workers/', 'bookings/', 'schedule', 'today'].map((of) => `/api/admin/${of}`);
  deps.changes.tell({ admins: true, keys: [...keys, acts] });
}
