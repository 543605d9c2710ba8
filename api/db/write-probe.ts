import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from './database.ts';

/** Takes pages of its own, as a few new rows would, and can't be compressed. */
const fillerBytes = 4_096;

/**
 * Writes something to the disk and deletes it: that there is free space says nothing of quotas, of a disk that may
 * only be read, of a server that has become the second, or of who holds the lock. @throws DatabaseUnavailable
 */
export async function probeWriting(db: Db): Promise<void> {
  const filler = randomBytes(fillerBytes).toString('base64');
  await db.insertInto('write_probes').values({ id: randomUUID(), filler }).execute();
  // Also what a process left that ended in between.
  await db.deleteFrom('write_probes').execute();
}
