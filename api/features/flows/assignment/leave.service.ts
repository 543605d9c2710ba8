import type { LeaveForm, Worker } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { leaveSpan } from '../../records/workers/leave.rules.ts';
import { putLeave, readWorker } from '../../records/workers/workers.service.ts';
import { selectVisitsWithin } from './assignment.repository.ts';
import { changeAssignment } from './assignment.service.ts';

/** More than anybody can make in a year of leave. */
const mostVisits = 1000;

/**
 * Enters or decides leave (`putLeave`), and with `visits: 'free'` takes the visits to come in it away, each in a
 * transaction of its own: a process that dies in between leaves the others listed as ones that the worker can no longer
 * make. A visit that needs several workers is taken from all of them.
 * @throws Refusal as `putLeave`; `forbidden` for `free` without the permission to change bookings
 */
export async function decideLeave(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes' | 'business'>,
  actor: Person,
  { workerId, id, form }: { workerId: string; id: string; form: LeaveForm },
): Promise<Worker> {
  const isFreeing = form.visits === 'free' && form.state === 'granted';
  if (isFreeing && !actor.permissions.has('bookings.change'))
    throw new Refusal('forbidden', 'Your role may not take visits away.');
  await putLeave(deps, actor, { workerId, id, form });
  if (isFreeing) {
    const { starts_at: from, ends_at: until } = leaveSpan(form, deps.env.BUSINESS_TIME_ZONE);
    const span = { workerId, from, until, now: instant(deps.clock), rows: mostVisits };
    for (const { booking_id } of await selectVisitsWithin(deps.db, span))
      if (booking_id) await changeAssignment(deps, actor, booking_id, { workerId: null }, workerId);
  }
  return readWorker(deps, workerId);
}
