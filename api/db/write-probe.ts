import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { isPostgres } from './open.ts';

/**
 * More pages than a request needs, so that no page that is free for it is none for them; PostgreSQL would have to keep
 * what is deleted for a while, and to send it to who copies it. It can't be compressed.
 */
const fillerBytes = { sqlite: 48_000, postgres: 4_000 };

/**
 * Writes something to the disk and deletes it: that there is free space says nothing of quotas, of a disk that may
 * only be read, of a server that has become the second, or of who holds the lock. @throws DatabaseUnavailable
 */
export async function probeWriting(db: Db): Promise<void> {
  const filler = randomBytes(fillerBytes[isPostgres(db) ? 'postgres' : 'sqlite']).toString('base64');
  await db.insertInto('write_probes').values({ id: randomUUID(), filler }).execute();
  // Also what a process left that ended in between.
  await db.deleteFrom('write_probes').execute();
}
