import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { isPostgres } from './open.ts';

/**
 * SQLite gets more bytes than a request needs, so that a success here means room for a request. PostgreSQL gets few,
 * because it keeps deleted bytes for a while and sends them to its replicas. The bytes are random and cannot be
 * compressed.
 */
const fillerBytes = { sqlite: 48_000, postgres: 4_000 };

/**
 * Writes to the disk and deletes again. Free space alone says nothing of quotas, read-only disks, replicas or locks.
 * @throws DatabaseUnavailable
 */
export async function probeWriting(db: Db): Promise<void> {
  const filler = randomBytes(fillerBytes[isPostgres(db) ? 'postgres' : 'sqlite']).toString('base64');
  await db.insertInto('write_probes').values({ id: randomUUID(), filler }).execute();
  // Also deletes rows left by a process that ended in between.
  await db.deleteFrom('write_probes').execute();
}
