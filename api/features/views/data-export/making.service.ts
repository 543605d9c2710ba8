import { daysAfter } from '../../../core/durations.ts';
import type { Deps } from '../../../deps.ts';
import { announceAccount } from '../../records/notices/notices.service.ts';
import { againAt } from '../../records/notices/patience.ts';
import { contentOf } from '../../records/personal-data/content.service.ts';
import { dataExportChanged } from '../../records/personal-data/exports/clearing.service.ts';
import {
  claimExport,
  type DataExportRow,
  isKnown,
  selectDue,
  updateExport,
} from '../../records/personal-data/exports/exports.repository.ts';
import { keptDays } from '../../records/personal-data/exports/exports.rules.ts';

/**
 * The time of a claim, longer than one table or photo takes: a process that has not renewed its claim by then has died.
 */
const claimMs = 5 * 60_000;
const mostAttempts = 5;
/** The number of files in a round; the rest is left to the next one, or to another process. */
const batch = 10;

/** Thrown if another process holds the row by now, or the account was deleted. */
class Lost extends Error {}
class Stopping extends Error {}

type Making = Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'photos' | 'archives' | 'changes'>;

/**
 * Makes the requested files. Each is claimed, so that one process makes it. If the process dies, the claim expires
 * and another begins again. A failing file is retried a few times and then given up.
 */
export async function makeDataExports(deps: Making, stopping: AbortSignal): Promise<void> {
  for (const row of await selectDue(deps.db, deps.clock.now().toISOString(), batch)) {
    if (stopping.aborted) return;
    if (!(await claimExport(deps.db, row, claimedUntil(deps)))) continue;
    await attempt(deps, { ...row, attempts: row.attempts + 1 }, stopping);
  }
}

const claimedUntil = (deps: Pick<Deps, 'clock'>): string => {
  const { clock } = deps;
  return new Date(clock.now().getTime() + claimMs).toISOString();
};

async function attempt(deps: Making, row: DataExportRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  try {
    await make(deps, row, stopping);
  } catch (err) {
    if (err instanceof Lost) return;
    if (err instanceof Stopping) {
      // Due again at once for the next process, and not counted as an attempt.
      await updateExport(db, row, { due_at: clock.now().toISOString(), attempts: row.attempts - 1 });
      return;
    }
    log.warn({ err, export: row.id, attempts: row.attempts }, 'a file of somebody’s data could not be made');
    if (row.attempts >= mostAttempts) await giveUp(deps, row);
    else await updateExport(db, row, { due_at: againAt(clock.now(), row.attempts - 1) });
  }
}

async function make(deps: Making, row: DataExportRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, photos, archives, changes } = deps;
  // The file is stored beside the photos, so their disk must be present and have room.
  await photos.requireRoom();
  let claimedAt = clock.now().getTime();
  const stay = async () => {
    if (stopping.aborted) throw new Stopping();
    if (clock.now().getTime() - claimedAt < claimMs / 3) return;
    claimedAt = clock.now().getTime();
    if (!(await updateExport(db, row, { due_at: claimedUntil(deps) }))) throw new Lost();
  };
  const bytes = await archives.write(row.id, row.attempts, contentOf(deps, row.user_id, stay), clock.now());
  const at = clock.now();
  const now = at.toISOString();
  const until = daysAfter(at, keptDays).toISOString();
  const isMine = await db.transaction().execute(async (tx) => {
    if (!(await updateExport(tx, row, { due_at: null, ready_at: now, bytes, goes_at: until }))) return false;
    const news = { what: 'data_ready', until } as const;
    await announceAccount(tx, { occasion: `data:${row.id}`, userId: row.user_id, news, now });
    return true;
  });
  // The person was deleted meanwhile, so no row would lead to the file.
  if (!isMine && !(await isKnown(db, row.id))) await archives.remove(row.id);
  if (isMine) dataExportChanged(changes, row.user_id);
}

async function giveUp({ db, clock, changes }: Making, row: DataExportRow): Promise<void> {
  const now = clock.now().toISOString();
  await db.transaction().execute(async (tx) => {
    if (!(await updateExport(tx, row, { due_at: null }))) return;
    const news = { what: 'data_failed' } as const;
    await announceAccount(tx, { occasion: `data:${row.id}`, userId: row.user_id, news, now });
  });
  dataExportChanged(changes, row.user_id);
}
