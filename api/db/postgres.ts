import { PostgresDialect, type PostgresDialectConfig, PostgresDriver, type PostgresPool } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, type Waits } from './unavailable.ts';

const int8 = 20;
const numeric = 1700;
/** pg has no code for an answer that is late. */
const late = 'Query read timeout';

/**
 * Kysely's PostgreSQL with a bound to every wait. `onLost` hears of connections that were lost while nobody used them.
 * Parameters of the address go before `waits` (`?statement_timeout=20000&query_timeout=21000`).
 */
export function postgresDialect(
  connectionString: string,
  waits: Waits,
  onLost: (error: Error) => void,
): PostgresDialect {
  // pg leaves these as text, so that counts and sums would differ between the engines.
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(numeric, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: waits.connect,
    lock_timeout: waits.lock,
    statement_timeout: waits.statement,
    query_timeout: waits.answer,
    idle_in_transaction_session_timeout: waits.idleInTransaction,
  });
  // An idle connection that the server ends is replaced at the next query; unheard, its error would end the process.
  pool.on('error', onLost);
  /** Connections whose answer is overdue: whoever asked next would wait behind it. */
  const stuck = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // The same while somebody has it and asks nothing: their next query says so.
    client.on('error', () => {});
    const ask = client.query.bind(client) as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
    const askInTime = async (text: string, values: unknown[]) => {
      try {
        return await ask(text, values);
      } catch (error) {
        if ((error as Error).message === late) stuck.add(client);
        throw isOutage(error) ? new DatabaseUnavailable(error) : error;
      }
    };
    client.query = askInTime as typeof client.query;
  });
  return new ToldPostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        const client = await pool.connect().catch((error) => {
          throw new DatabaseUnavailable(error);
        });
        const release = client.release;
        client.release = (destroy) => release(destroy || stuck.has(client));
        return client;
      },
      end: () => pool.end(),
    } as PostgresPool,
  });
}

/** By their class (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const outages = [
  /^08/, // connections
  /^25P0[34]$/, // a transaction that was idle, or took, too long
  /^25006$/, // may only be read, as one that has just become the second
  /^53/, // no room on the disk, no memory, too many connections
  /^55P03$/, // a lock that was not free in time
  /^57/, // told to stop: this statement, this connection, or the whole server
  /^58/, // the disk, or what else is below it
];
const lostSockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg and Kysely say of a connection that is no more; without a code. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code === 'string') return lostSockets.has(code) || outages.some((outage) => outage.test(code));
  return message === late || lostConnection.test(message);
}

class ToldPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new ToldPostgresDriver(this.#config);
  }
}

class ToldPostgresDriver extends PostgresDriver {
  /** A connection that cannot roll back is thrown away, and with it what was begun; only the cause is worth telling. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
