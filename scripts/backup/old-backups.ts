import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** As `npm run backup` and `npm run restore` name files themselves: by when. What an operator has named has no age. */
const ours =
  /^(?:hearthkeep|before-restore)-(.+)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite(?:\.partial|-wal|-shm|-journal)?$/;
const dayMs = 24 * 3_600_000;

/**
 * Deletes the backups beside a new one that are older than so many days: after as long an account that was deleted is in
 * none of them any more.
 * @returns what the operator should know; '' for nothing
 * @throws what the file system throws
 */
export function deleteOldBackups(made: string, keptDays: number, now: Date): string {
  const folder = dirname(made);
  const before = now.getTime() - keptDays * dayMs;
  const old = readdirSync(folder).filter((name) => {
    const [, day, hours, minutes, seconds, ms] = ours.exec(name) ?? [];
    return name !== basename(made) && Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) < before;
  });
  for (const name of old) rmSync(join(folder, name));
  return old.length ? `; deleted what is older than ${keptDays} days: ${old.sort().join(', ')}` : '';
}
