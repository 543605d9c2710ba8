import { lowerEmail } from '../../../contract/rules/email-address.ts';
import type { Worker, WorkerForm } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { readPermissions } from '../../records/account/account.service.ts';
import { selectByEmailOrId } from '../../records/administrators/administrators.repository.ts';
import { invite, takeBackInvitation } from '../../records/administrators/invitations/invitations.service.ts';
import { requirePermission, tellRoles } from '../../records/administrators/roles.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import {
  lockWorkers,
  selectWorker,
  selectWorkerOf,
  updateWorker,
} from '../../records/workers/workers.repository.ts';
import { putWorker, readWorker, workersChanged } from '../../records/workers/workers.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'mail' | 'bus' | 'changes'>;

/**
 * Invites a worker to sign in, with the role worker. The account is linked when the invitation is accepted; a member of
 * the team whose role may see own work is linked at once. A repeat changes nothing.
 * @throws Refusal `not_found`; `forbidden` without the permission to give roles; `conflict` for a worker without an
 * address, or whose address belongs to a member of the team without that right, or to another worker
 */
export async function inviteWorker(deps: Parts, actor: Person, id: string): Promise<Worker> {
  const { db } = deps;
  const worker = await selectWorker(db, id);
  if (!worker) throw notFound('Worker');
  if (worker.user_id) return readWorker(deps, id);
  if (!worker.email) {
    const message = 'Please give the worker an e-mail address first';
    throw new Refusal('conflict', message, { fields: { email: message } });
  }
  const userId = await memberAt(db, worker.email);
  const link = userId
    ? { user_id: userId }
    : { invitation_id: (await invite(deps, actor, { email: worker.email, role: 'worker' })).id };
  const isNew = await db.transaction().execute(async (tx) => {
    await requirePermission(tx, actor.id, 'roles.give');
    const [row] = await lockWorkers(tx, [id]);
    if (!row) throw notFound('Worker');
    if (row.user_id || row.invitation_id === link.invitation_id) return false;
    if (userId && (await selectWorkerOf(tx, userId)))
      throw new Refusal('conflict', 'Another worker signs in with this address already.');
    const now = instant(deps.clock);
    await updateWorker(tx, id, { ...link, updated_at: now });
    await recordAct(tx, {
      ...{ actorId: actor.id, act: 'worker_invited', subject: { kind: 'worker', id } },
      ...{ userId: userId ?? null, now },
    });
    return true;
  });
  if (isNew) workersChanged(deps);
  return readWorker(deps, id);
}

/**
 * Adds or changes a worker (`putWorker`). Another address takes the open invitation to the former one back, whose holder
 * would otherwise get the role.
 * @throws Refusal as `putWorker`
 */
export async function saveWorker(deps: Parts, actor: Person, id: string, form: WorkerForm): Promise<Worker> {
  let wasTakenBack = false;
  await putWorker(deps, actor, {
    ...{ id, form },
    async takeBack(tx, invitationId, now) {
      wasTakenBack = await takeBackInvitation(tx, { id: invitationId, actorId: actor.id, now });
    },
  });
  if (wasTakenBack) tellRoles(deps, []);
  return readWorker(deps, id);
}

/** The member of the team with this address who may see own work. */
async function memberAt(db: Db, email: string): Promise<string | undefined> {
  for (const { id } of await selectByEmailOrId(db, lowerEmail(email)))
    if ((await readPermissions(db, id)).has('work.own')) return id;
  return undefined;
}
