/**
 * The database cannot work at present: it does not answer, another process holds it, or it has no room. It recovers by
 * itself. After a late answer, whether a write was done is unknown. `cause` is the driver's own error.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Another row has the same key: two requests wrote it at the same moment, and neither saw the other's, or the key was
 * computed wrongly. `cause` is the driver's own error, which names the constraint.
 */
export class KeyTaken extends Error {
  override name = 'KeyTaken';
  /** Whether it is a key that a client makes: ids are random or a client's own, and only the latter come twice. */
  readonly isClients: boolean;

  /** @param columns those that the constraint is about */
  constructor(cause: unknown, columns: readonly string[]) {
    super('another row has this key', { cause });
    this.isClients = columns.includes('client_id') || (columns.length === 1 && columns[0] === 'id');
  }
}

/** The longest waits in ms for PostgreSQL, or for a lock of SQLite, before the caller is told to retry. */
export interface Waits {
  /** The wait for a connection, new or from the pool. */
  connect: number;
  /** The wait for a row, or a whole SQLite file, that another transaction has locked. */
  lock: number;
  /** The time of one statement with its lock. PostgreSQL then cancels the statement; the connection stays usable. */
  statement: number;
  /** The wait for a statement's answer. After it, the connection is given up. */
  answer: number;
  /** The wait for the next statement of an open transaction, whose locks others need. */
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
