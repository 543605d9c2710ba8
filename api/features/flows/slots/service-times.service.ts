import { acts } from '../../../bus/changed.ts';
import type { ServiceTimes, ServiceTimesForm } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { readServiceSlots } from '../../records/visits/candidates.service.ts';
import { selectServiceTimes, upsertServiceSlots } from './slots.repository.ts';

/** What each service on offer needs of its times, by category. */
export async function listServiceTimes({ db }: { db: Db }): Promise<ServiceTimes[]> {
  const rows = await selectServiceTimes(db);
  return rows.map((row) => ({
    ...{ serviceId: row.id, name: row.name, category: row.category },
    isOffered: (row.offered ?? 1) === 1,
    windowMinutes: row.window_minutes ?? 60,
    bufferMinutes: row.buffer_minutes ?? 0,
    workers: row.workers ?? 1,
  }));
}

/**
 * Sets what a service needs of its times from now on; visits that are planned stay as they are. A repeat changes
 * nothing.
 * @throws Refusal `not_found`
 */
export async function putServiceTimes(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  actor: Person,
  { serviceId, form }: { serviceId: string; form: ServiceTimesForm },
): Promise<ServiceTimes[]> {
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const { name } = await requireService(tx, serviceId);
    const before = await readServiceSlots(tx, serviceId);
    if ((Object.keys(form) as (keyof ServiceTimesForm)[]).every((key) => before[key] === form[key]))
      return false;
    await upsertServiceSlots(tx, {
      ...{ service_id: serviceId, offered: form.isOffered ? 1 : 0, workers: form.workers },
      ...{ window_minutes: form.windowMinutes, buffer_minutes: form.bufferMinutes },
    });
    await recordAct(tx, {
      ...{
        actorId: actor.id,
        act: 'times_changed',
        subject: { kind: 'service', id: serviceId },
        userId: null,
      },
      details: {
        ...{ name, offered: form.isOffered, workers: form.workers },
        ...{ window: form.windowMinutes, buffer: form.bufferMinutes },
      },
      now: instant(deps.clock),
    });
    return true;
  });
  if (isNew) deps.changes.tell({ admins: true, keys: ['/api/admin/service-times', acts] });
  return listServiceTimes(deps);
}
