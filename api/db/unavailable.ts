/**
 * The database cannot do now what it could before: it does not answer, another process holds it, or it has no room.
 * It recovers by itself. After a late answer, whether a write was done is unknown. `cause` is the driver's own
 * error.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Limits in ms of waiting for PostgreSQL, or for a lock of SQLite, before the caller is told to retry. */
export interface Waits {
  /** For a connection, new or from the pool. */
  connect: number;
  /** For a row, or a whole SQLite file, that another transaction has locked. */
  lock: number;
  /** For one statement with its lock. PostgreSQL then cancels the statement and the connection goes on. */
  statement: number;
  /** For a statement's answer. The connection is then given up. */
  answer: number;
  /** For the next statement of an open transaction, whose locks others need. */
  idleInTransaction: number;
}

/** Devices give up a read after 10 s; a connection and an answer together take less. */
export const servingWaits: Waits = {
  connect: 3_000,
  lock: 3_000,
  statement: 4_000,
  answer: 5_000,
  idleInTransaction: 10_000,
};

/** Long steps are not cut short: a migration may take minutes on a large table. */
export const migratingWaits: Waits = {
  connect: 5_000,
  lock: 0,
  statement: 0,
  answer: 0,
  idleInTransaction: 0,
};
