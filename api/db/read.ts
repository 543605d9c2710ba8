import type { Db, Tx } from './database.ts';

/**
 * Runs reads that all see one state of the database. They take no lock, wait for no writer, and keep none waiting;
 * PostgreSQL refuses a write among them.
 */
export const inOneRead = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
