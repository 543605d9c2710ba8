import { workerLimits } from '../../../contract/rules/business/worker-terms.ts';
import type { LeaveRequest, OwnLeave } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { tellTeam } from '../team-notices/team-notices.service.ts';
import { leaveSpan } from './leave.rules.ts';
import { presentLeave } from './workers.presenter.ts';
import {
  deleteLeave,
  lockWorkers,
  selectLeave,
  selectOneLeave,
  selectWorkerOf,
  upsertLeave,
} from './workers.repository.ts';
import { leaveChanged } from './workers.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>;

/** The leave of the worker who signs in, as far as it has not ended. Nothing for somebody who is no worker. */
export async function readOwnLeave(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
): Promise<OwnLeave> {
  const { db, clock, env } = deps;
  const worker = await selectWorkerOf(db, person.id);
  if (!worker) return { leave: [] };
  const rows = await selectLeave(db, { workerId: worker.id, now: instant(clock), rows: workerLimits.leave });
  return { leave: rows.map((row) => presentLeave(row, env.BUSINESS_TIME_ZONE)) };
}

/**
 * Asks the team for leave under this id, or changes what was asked for while nobody has answered; a repeat changes
 * nothing. It takes no time away until the team grants it.
 * @throws Refusal `conflict` for somebody who is no worker; `invalid_input` for leave that is over; `conflict` once the
 * team has answered, and if there is too much leave to come; `not_found` for another worker's
 */
export async function askForLeave(
  deps: Parts,
  person: Person,
  { id, form }: { id: string; form: LeaveRequest },
): Promise<OwnLeave> {
  const { clock, env } = deps;
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const worker = await lockOwn(tx, person);
    const before = await selectOneLeave(tx, id);
    if (before && before.worker_id !== worker.id) throw notFound('Leave');
    const now = instant(clock);
    const span = leaveSpan(form, env.BUSINESS_TIME_ZONE);
    const isSame =
      before?.starts_at === span.starts_at &&
      before.ends_at === span.ends_at &&
      before.reason === form.reason;
    if (isSame) return false;
    if (before && before.state !== 'asked')
      throw new Refusal('conflict', 'The team has answered this already. Please ask anew, or write to them.');
    if (span.ends_at <= now) {
      const message = 'Please choose days that are not over';
      throw new Refusal('invalid_input', message, { fields: { ends: message } });
    }
    const rows = workerLimits.leave;
    if (!before && (await selectLeave(tx, { workerId: worker.id, now, rows })).length >= rows)
      throw new Refusal('conflict', `There are ${rows} times of leave to come already.`);
    await upsertLeave(tx, {
      ...{ id, worker_id: worker.id, ...span, state: 'asked', by_worker: 1, reason: form.reason, answer: '' },
      ...{ decided_by: null, created_at: before?.created_at ?? now, updated_at: now },
    });
    await tellTeam(tx, { news: { what: 'leave', leaveId: id }, key: `${id}:${now}`, now });
    return true;
  });
  if (isNew) leaveChanged(deps, person.id);
  return readOwnLeave(deps, person);
}

/**
 * Takes back leave that the worker asked for, also once it is granted, which gives the time back; what has begun stays.
 * @throws Refusal `not_found`; `conflict` for leave that has begun, or that the team entered
 */
export async function takeBackLeave(deps: Parts, person: Person, id: string): Promise<OwnLeave> {
  await deps.db.transaction().execute(async (tx) => {
    const worker = await lockOwn(tx, person);
    const row = await selectOneLeave(tx, id);
    if (!row || row.worker_id !== worker.id) throw notFound('Leave');
    if (row.by_worker === 0)
      throw new Refusal('conflict', 'The team entered this leave. Please ask them to change it.');
    if (row.state === 'granted' && row.starts_at <= instant(deps.clock))
      throw new Refusal('conflict', 'This leave has begun. Please ask the team to change it.');
    await deleteLeave(tx, { workerId: worker.id, id });
  });
  leaveChanged(deps, person.id);
  return readOwnLeave(deps, person);
}

async function lockOwn(db: Tx, person: Person) {
  const linked = await selectWorkerOf(db, person.id);
  const [worker] = linked ? await lockWorkers(db, [linked.id]) : [];
  if (!worker || worker.user_id !== person.id)
    throw new Refusal('conflict', 'Only a worker asks for leave. Please ask the team to link your account.');
  return worker;
}
