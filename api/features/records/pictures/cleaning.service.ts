import { daysAfter } from '../../../core/durations.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Deps } from '../../../deps.ts';
import { deleteBrandPictures } from '../appearance/look.service.ts';
import { noteLoose } from '../photos/files.service.ts';
import { deleteUnused } from './pictures.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock'>;

/** The days for which an uploaded picture waits for a service, a draft or the look to be saved with it. */
const waitingDays = 7;
/** The rows of one transaction, so few that nobody waits long for the database. */
const batch = 100;

/** Deletes pictures of one kind that are in no use. @returns how many; fewer than `rows` if none is left */
type Delete = (deps: Parts, p: { before: string; rows: number }) => Promise<number>;

/** The pictures of services. Their files are deleted with those of photos that are gone. */
const deleteServicePictures: Delete = ({ db }, p) =>
  db.transaction().execute(async (tx) => {
    const files = await deleteUnused(tx, p);
    for (const file_id of files) await noteLoose(tx, { file_id, since: p.before });
    return files.length;
  });

const kinds: readonly Delete[] = [deleteServicePictures, deleteBrandPictures];

/** Deletes all uploaded pictures that were in no use for a week. */
export async function clearPictures(deps: Parts, stopping: AbortSignal): Promise<void> {
  const before = daysAfter(deps.clock.now(), -waitingDays).toISOString();
  for (const deleteSome of kinds)
    while (!stopping.aborted && (await deleteSome(deps, { before, rows: batch })) === batch)
      await letOthersGo();
}
