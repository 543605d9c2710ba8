import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux’s file system in memory. In a container it is small unless its owner enlarges it. */
const memory = '/dev/shm';
const name = 'hearthkeep-tests-';
const neededBytes = 2e9;
/** What browsers, databases and the tests themselves need besides the files. */
const neededBesides = 2e9;

/**
 * Lets the tests put their temporary files into memory, if the machine has room for them there: SQLite waits for the
 * disk at each commit, a quarter of the time of the API's tests on a slow disk. The folder is deleted when this
 * process ends; if it is killed, by the next run.
 */
export function filesInMemory(): void {
  // A run within another one, as test:dates within test:full, uses the other's folder.
  if (process.env.TMPDIR?.startsWith(join(memory, name))) return;
  deleteOfDead(new RegExp(`^${name}(\\d+)-`));
  const folder = makeFolder();
  if (!folder) return;
  // Open to everybody, as /tmp is: PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** @returns `null` if memory has no room, or cannot be written to */
function makeFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const hasRoom = bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes + neededBesides;
    return hasRoom ? mkdtempSync(join(memory, `${name}${process.pid}-`)) : null;
  } catch {
    return null;
  }
}

/**
 * Deletes what processes that were killed have left in memory.
 * @param ofPid matches the names of their files; its first group is the process's id
 */
export function deleteOfDead(ofPid: RegExp): void {
  for (const file of existsSync(memory) ? readdirSync(memory) : []) {
    const pid = ofPid.exec(file)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    try {
      rmSync(join(memory, file), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
