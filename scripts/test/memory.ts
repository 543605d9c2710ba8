import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
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
  deleteOfDead();
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(memory, `${name}${process.pid}-`));
  // Open to everybody, as /tmp is: PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes + neededBesides;
  } catch {
    return false;
  }
}

function deleteOfDead(): void {
  try {
    for (const folder of readdirSync(memory)) {
      const pid = folder.startsWith(name) && Number.parseInt(folder.slice(name.length), 10);
      if (pid && !isAlive(pid)) rmSync(join(memory, folder), { recursive: true, force: true });
    }
  } catch {
    // There is no such file system here, or a folder is somebody else's.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
