import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DataExport } from '../../../contract/schemas/data-export.ts';
import { daysAfter } from '../../../core/durations.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { requirePermission } from '../../records/administrators/roles.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { dataExportChanged } from '../../records/personal-data/exports/clearing.service.ts';
import {
  endExport,
  insertExport,
  retireOthers,
  selectNewest,
} from '../../records/personal-data/exports/exports.repository.ts';
import { againAt, keptDays, stateOf } from '../../records/personal-data/exports/exports.rules.ts';
import { presentExport } from './data-export.presenter.ts';

export async function readDataExport(deps: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<DataExport> {
  const { db, clock } = deps;
  const [newest] = await selectNewest(db, { userId });
  return presentExport(newest, clock.now().toISOString());
}

/**
 * Requests a file of all data stored about a person; a job makes it. While one is being made, all requests get that
 * one. An earlier file can no longer be taken.
 * @param actorId the one who asks: the person, or an administrator for them
 * @throws Refusal `too_many_requests` within a day of the last one, unless that failed
 */
export async function requestDataExport(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  userId: string,
  actorId = userId,
): Promise<DataExport> {
  const { db, clock, changes } = deps;
  const at = clock.now();
  const now = at.toISOString();
  const [earlier] = await selectNewest(db, { userId });
  if (earlier && stateOf(earlier) === 'making') return presentExport(earlier, now);
  const again = earlier ? againAt(earlier, now) : null;
  if (again)
    throw new Refusal('too_many_requests', 'Your data can be put together once a day', {
      retryAfterSeconds: Math.ceil((Date.parse(again) - at.getTime()) / 1000),
    });
  await db.transaction().execute(async (tx) => {
    if (actorId !== userId) await requirePermission(tx, actorId, 'people.erase');
    const id = randomUUID();
    const isNew = await insertExport(tx, {
      id,
      user_id: userId,
      requested_at: now,
      attempts: 0,
      due_at: now,
      ready_at: null,
      bytes: null,
      goes_at: daysAfter(at, keptDays).toISOString(),
    });
    if (!isNew) return;
    await retireOthers(tx, { id, userId, now });
    if (actorId === userId) return;
    const subject = { kind: 'user', id: userId } as const;
    await recordAct(tx, { actorId, act: 'data_requested', subject, userId, now });
  });
  dataExportChanged(changes, userId);
  return readDataExport(deps, userId);
}

/**
 * Opens the person's newest file.
 * @throws Refusal `not_found` if none is ready, or its time is over
 */
export async function openDataExport(
  deps: Pick<Deps, 'db' | 'clock' | 'archives' | 'changes'>,
  person: Person,
): Promise<{ bytes: number; content: Readable }> {
  const { db, clock, archives, changes } = deps;
  const now = clock.now().toISOString();
  const [newest] = await selectNewest(db, { userId: person.id });
  if (!newest || stateOf(newest) !== 'ready' || newest.goes_at <= now) throw notFound('File');
  const file = await archives.read(newest.id);
  if (file) return file;
  // The file is missing, for example after a restore from a backup, which contains no archives.
  await endExport(db, newest.id, now);
  dataExportChanged(changes, person.id);
  throw notFound('File');
}
