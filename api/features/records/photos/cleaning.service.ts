import { daysAfter } from '../../../core/durations.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { clearAnswerPhotos } from '../bookings/answers/answer-photos/answer-photos.service.ts';
import { dropFiles } from './files.service.ts';
import { deleteWaiting, selectLoose } from './photos.repository.ts';

/** The days that a photo waits for its message or its booking: a device may be offline for long between both. */
const waitingDays = 30;
/** The age from which a loose file is deleted, longer than the writing of a file can take. */
const looseDays = 1;
/** The rows of one transaction, so few that nobody waits long for the database. */
const batch = 100;
/** The most ids named in the log, enough for a person to look at: a whole folder may be missing. */
const mostNamed = 10;

/**
 * Deletes photos whose message or booking never came, and then files that no photo refers to: those of deleted photos, and
 * those left by a process that died while writing. A row is deleted first and leaves its files' id behind in the
 * same transaction, so that no message can take a photo whose files are being deleted. The id is removed once the
 * files are gone, so the next round repairs a crash. A file that cannot be deleted is logged and left to the next
 * round.
 */
export async function clearPhotos(
  deps: Pick<Deps, 'db' | 'clock' | 'photos' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  const ago = (days: number) => ({ before: daysAfter(now, -days).toISOString(), rows: batch });
  for (const deleteRows of [deleteWaiting, clearAnswerPhotos])
    while (!stopping.aborted && (await deleteRows(deps.db, ago(waitingDays))) === batch) await letOthersGo();
  const failed: string[] = [];
  let why: unknown;
  let files: string[];
  do {
    await letOthersGo();
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
