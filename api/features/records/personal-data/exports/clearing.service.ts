import { acts, type Changes } from '../../../../bus/changed.ts';
import { letOthersGo } from '../../../../core/turn.ts';
import type { Deps } from '../../../../deps.ts';
import { deleteExport, selectIdsOf, selectOver } from './exports.repository.ts';

/** Tells the change to the person's open apps, and to the team's apps that show the person. */
export function dataExportChanged(changes: Changes, userId: string): void {
  changes.tell({ people: [userId], keys: ['/api/data-export'] });
  changes.tell({ admins: true, keys: [acts, `/api/admin/users/${userId}/data`] });
}

const batch = 100;

/**
 * Deletes files whose time is over: the file before its row, so that none is forgotten. A file that cannot be
 * deleted is logged and left to the next round.
 */
export async function clearDataExports(
  deps: Pick<Deps, 'db' | 'clock' | 'archives' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, archives, log } = deps;
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
export async function forgetDataExports(deps: Pick<Deps, 'db' | 'archives'>, userId: string): Promise<void> {
  const { db, archives } = deps;
  for (const id of await selectIdsOf(db, userId)) {
    await archives.remove(id);
    await deleteExport(db, id);
  }
}
