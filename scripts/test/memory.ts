import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux’s file system in memory. In a container it is small unless its owner enlarges it. */
const memory = '/dev/shm';
const neededBytes = 2e9;

/**
 * Lets the tests put their temporary files into memory, if the machine has room for them there: SQLite waits for the
 * disk at each commit, which is a quarter of the time of the API's tests on a slow one. The folder is deleted when this process
 * ends.
 */
export function filesInMemory(): void {
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'hearthkeep-tests-'));
  // Open to everybody, as /tmp is: PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
