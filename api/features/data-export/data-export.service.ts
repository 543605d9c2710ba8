import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { acts, type Changes } from '../../bus/changed.ts';
import type { DataExport } from '../../contract/schemas/data-export.ts';
import { daysAfter } from '../../core/durations.ts';
import type { Person } from '../../core/person.ts';
import { notFound, Refusal } from '../../core/refusal.ts';
import { letOthersGo } from '../../core/turn.ts';
import type { Deps } from '../../deps.ts';
import { requireAdmin } from '../administrators/roles.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { presentExport } from './data-export.presenter.ts';
import {
  deleteExport,
  endExport,
  insertExport,
  retireOthers,
  selectIdsOf,
  selectNewest,
  selectOver,
} from './data-export.repository.ts';
import { againAt, keptDays, stateOf } from './data-export.rules.ts';

/** Tells the change to the person's open apps, and to the team's apps that show the person. */
export function dataExportChanged(changes: Changes, userId: string): void {
  changes.tell({ people: [userId], keys: ['/api/data-export'] });
  changes.tell({ admins: true, keys: [acts, `/api/admin/users/${userId}/data`] });
}

export async function readDataExport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<DataExport> {
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
    if (actorId !== userId) await requireAdmin(tx, actorId);
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
  { db, clock, archives, changes }: Pick<Deps, 'db' | 'clock' | 'archives' | 'changes'>,
  person: Person,
): Promise<{ bytes: number; content: Readable }> {
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

const batch = 100;

/**
 * Deletes files whose time is over: the file before its row, so that none is forgotten. A file that cannot be
 * deleted is logged and left to the next round.
 */
export async function clearDataExports(
  { db, clock, archives, log }: Pick<Deps, 'db' | 'clock' | 'archives' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now().toISOString();
  let failed = 0;
  let ids: string[];
  do {
    await letOthersGo();
    ids = await selectOver(db, now, batch, failed);
    for (const id of ids) {
      if (stopping.aborted) return;
      try {
        await archives.remove(id);
        await deleteExport(db, id);
      } catch (err) {
        failed += 1;
        log.error({ err, export: id }, 'a file of somebody’s data can’t be removed');
      }
    }
  } while (ids.length === batch);
}

/** Deletes the files of a person whose account is being deleted, then their rows. */
export async function forgetDataExports(
  { db, archives }: Pick<Deps, 'db' | 'archives'>,
  userId: string,
): Promise<void> {
  for (const id of await selectIdsOf(db, userId)) {
    await archives.remove(id);
    await deleteExport(db, id);
  }
}
