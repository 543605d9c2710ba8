import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The names that `npm run backup` and `npm run restore` give to files, with the time in them. Files that an operator
 * has named are never deleted.
 */
const ours =
  /^(?:hearthkeep|before-restore)-(.+)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite(?:\.partial|-wal|-shm|-journal)?$/;
const dayMs = 24 * 3_600_000;

/**
 * Deletes the backups beside a new one that are older than so many days. A deleted account is therefore in none of
 * them after as many days.
 * @returns a message for the operator; '' if nothing was deleted
 * @throws the file system's error
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
