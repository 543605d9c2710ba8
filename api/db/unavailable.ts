/**
 * The database can't do now what it could before: it does not answer, somebody else holds it, or it has no room. It
 * goes on by itself once that is over. Whether a write was done is not known where the answer was late.
 * `cause` is the driver's own error.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** In ms; how long is waited for PostgreSQL, and for a lock of SQLite's, until the caller is told to come again. */
export interface Waits {
  /** For a connection, whether a new one or one of the pool's. */
  connect: number;
  /** For what somebody else has locked: a row, or the whole of a SQLite file. */
  lock: number;
  /** For one statement, lock and all. Then PostgreSQL gives it up by itself, and the connection goes on. */
  statement: number;
  /** For its answer. Then nothing more is expected of that connection. */
  answer: number;
  /** For whoever has begun a transaction and says nothing: what they hold is needed by others. */
  idleInTransaction: number;
}

/** Devices give up a read after 10 s: together a connection and an answer take less. */
export const servingWaits: Waits = {
  connect: 3_000,
  lock: 3_000,
  statement: 4_000,
  answer: 5_000,
  idleInTransaction: 10_000,
};

/** Nothing that lasts is cut short: a step of a migration may take minutes on a large table. */
export const migratingWaits: Waits = {
  connect: 5_000,
  lock: 0,
  statement: 0,
  answer: 0,
  idleInTransaction: 0,
};
