import { subDays } from 'date-fns/subDays';
import type { Deps } from '../../deps.ts';
import { deleteWaiting, selectLoose } from './photos.repository.ts';
import { dropFiles } from './photos.service.ts';

/** A device may be without a network for long between a photo and its message. */
const waitingDays = 30;
/** Longer than anybody is at writing a file. */
const looseDays = 1;
/** So that nobody waits long for the database. */
const batch = 100;
/** Enough to look at; the folder itself may be away. */
const mostNamed = 10;

/**
 * Clears away photos whose message never came, and then files that no photo refers to: theirs, and what a process left
 * that died while it wrote. The row goes first and leaves its files' id behind in one transaction, so that no message
 * can take a photo whose files are going; the files' id goes once they are gone, so that a crash is made up for by the
 * next round. A file that can't be removed is named in the log and left to the next round.
 */
export async function clearPhotos(
  deps: Pick<Deps, 'db' | 'clock' | 'photos' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  const ago = (days: number) => ({ before: subDays(now, days).toISOString(), rows: batch });
  while (!stopping.aborted && (await deleteWaiting(deps.db, ago(waitingDays))) === batch);
  const failed: string[] = [];
  let why: unknown;
  let files: string[];
  do {
    files = await selectLoose(deps.db, { ...ago(looseDays), past: failed.length });
    for (const file of files) {
      if (stopping.aborted) return;
      try {
        await dropFiles(deps, file);
      } catch (err) {
        failed.push(file);
        why = err;
      }
    }
  } while (files.length === batch);
  if (failed.length)
    deps.log.error(
      { err: why, files: failed.slice(0, mostNamed), failed: failed.length },
      'files of photos that are gone can’t be removed',
    );
}
