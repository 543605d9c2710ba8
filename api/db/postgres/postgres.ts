import { PostgresDialect, type PostgresDialectConfig, PostgresDriver, type PostgresPool } from 'kysely';
import pg from 'pg';
import { takingTurns, workingFor } from '../../core/turn.ts';
import { DatabaseUnavailable, KeyTaken, type Waits } from '../unavailable.ts';
import { queryName } from './query-names.ts';

const mostConnections = 10;
const int8 = 20;
const numeric = 1700;
/** An error code of PostgreSQL. */
const uniqueViolation = '23505';
/** pg's text for a late answer, which has no code. */
const late = 'Query read timeout';
/** PostgreSQL's words for a named query whose columns a migration has changed; a new connection has it anew. */
const otherColumns = 'cached plan must not change result type';

/**
 * Kysely's PostgreSQL with a limit to every wait. `onLost` hears of idle connections that were lost. Parameters in
 * the address override `waits` (`?statement_timeout=20000&query_timeout=21000`).
 */
export function postgresDialect(
  connectionString: string,
  waits: Waits,
  onLost: (error: Error) => void,
): PostgresDialect {
  // pg returns these types as text; numbers make counts and sums the same on both engines.
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(numeric, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: mostConnections,
    // A new connection costs a process and the plans of all queries, just when many are asked at once.
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    connectionTimeoutMillis: waits.connect,
    lock_timeout: waits.lock,
    statement_timeout: waits.statement,
    query_timeout: waits.answer,
    idle_in_transaction_session_timeout: waits.idleInTransaction,
  });
  // An idle connection that the server ends is replaced at the next query. Without a listener its error would end
  // the process.
  pool.on('error', onLost);
  /** Connections that are closed when they are free: a query on one would wait behind an overdue one, or fail again. */
  const stuck = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // A connection that is lost between two queries of its holder: the next query reports it.
    client.on('error', () => {});
    const ask = client.query.bind(client) as (query: pg.QueryConfig) => Promise<pg.QueryResult>;
    const askInTime = async (text: string, values: unknown[]) => {
      try {
        const name = queryName(text);
        return await ask({ text, values, ...(name && { name }) });
      } catch (error) {
        const { code, detail, message } = error as { code?: unknown; detail?: string; message: string };
        if (message === late || message === otherColumns) stuck.add(client);
        // Its detail is 'Key (user_id, client_id)=(…) already exists.'
        if (code === uniqueViolation)
          throw new KeyTaken(error, /\(([^)]*)\)=/.exec(detail ?? '')?.[1]?.split(', ') ?? []);
        throw isOutage(error) ? new DatabaseUnavailable(error) : error;
      }
    };
    client.query = askInTime as typeof client.query;
  });
  return new ToldPostgresDialect({
    pool: {
      options: pool.options,
      connect: inTurns(waits.connect, async (released) => {
        const client = await pool.connect().catch((error) => {
          throw new DatabaseUnavailable(error);
        });
        const release = client.release;
        client.release = (destroy) => {
          release(destroy || stuck.has(client));
          released();
        };
        return client;
      }),
      end: () => pool.end(),
    } as PostgresPool,
  });
}

/**
 * Gives connections in turns to those for whom is worked, so that nobody waits behind hundreds of another's queries.
 * @param longestMs the longest wait for the turn and the connection together; then `DatabaseUnavailable`
 * @param connect opens one or takes a free one, and calls `released` when it is free again
 */
function inTurns(
  longestMs: number,
  connect: (released: () => void) => Promise<pg.PoolClient>,
): () => Promise<pg.PoolClient> {
  const inTurn = takingTurns(mostConnections);
  return () =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        reject(new DatabaseUnavailable('no connection was free in time'));
      };
      const timer = setTimeout(giveUp, longestMs);
      const use = async () => {
        if (isLate) return;
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const client = await connect(release).finally(() => clearTimeout(timer));
        if (isLate) client.release();
        else resolve(client);
        await released;
      };
      inTurn(workingFor(), use).catch(reject);
    });
}

const waitParameters = [
  'lock_timeout',
  'statement_timeout',
  'query_timeout',
  'idle_in_transaction_session_timeout',
];

/** The same address without the parameters that override `waits`. */
export function withoutWaits(url: string): string {
  const address = new URL(url);
  for (const parameter of waitParameters) address.searchParams.delete(parameter);
  return address.href;
}

/** Classes of error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const outages = [
  /^08/, // connections
  /^25P0[34]$/, // an idle transaction or a whole one took too long
  /^25006$/, // the server is read-only, as one that has just become the replica
  /^40(001|P01)$/, // rolled back because of another transaction, such as the one of a deadlock
  /^53/, // no room on the disk, no memory, too many connections
  /^55P03$/, // a lock that was not free in time
  /^57/, // ordered to stop: this statement, this connection, or the whole server
  /^58/, // the disk, or a layer below it
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
/** Messages without a code from pg and Kysely about a lost connection. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string };
  if (message === otherColumns) return true;
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
  /** A connection that cannot roll back is closed, and its transaction with it; only the first cause is reported. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
