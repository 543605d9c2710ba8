import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

export interface Held {
  release(): void;
}

/**
 * Holds a data folder: servers share it, a restore has it alone. `null` if another process holds it the other way.
 * The hold is SQLite's own file lock, so the system releases it whenever its process ends.
 * @throws when the file cannot be made.
 */
export function holdFolder(folder: string, how: 'shared' | 'alone'): Held | null {
  const lock = new SqliteDatabase(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    if (how === 'alone') lock.exec('BEGIN EXCLUSIVE');
    else {
      // A read transaction that stays open; SQLite allows many while nobody writes.
      lock.exec('BEGIN');
      lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => lock.close() };
}
