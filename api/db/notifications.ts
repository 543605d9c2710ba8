import pg from 'pg';

/** The pause before a lost connection is opened again, at first and at most. */
const firstWaitMs = 100;
const longestWaitMs = 5_000;
/** A connection that died in silence is detected only by a query. */
const askedEveryMs = 15_000;
const answeredWithinMs = 5_000;

export interface Notifications {
  /** Sends each of these, shorter than 8,000 bytes, to everyone who listens. @throws while the connection is lost */
  send(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * LISTEN and NOTIFY on one channel of PostgreSQL, over its own connection, which is opened again when it is lost.
 * `on.back` is called after each such reconnection, because notifications may have been missed. Resolves once the
 * first attempt to connect has succeeded or failed.
 */
export async function openNotifications(
  url: string,
  channel: string,
  on: { heard: (payload: string) => void; lost: (error: Error) => void; back: () => void },
): Promise<Notifications> {
  let client: pg.Client | null = null;
  let closed = false;
  let wait = firstWaitMs;
  let timer: NodeJS.Timeout | undefined;
  /** The connection accepts one query at a time. */
  let turn: Promise<unknown> = Promise.resolve();

  async function connect(isFirst: boolean): Promise<void> {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'hearthkeep notifications',
      keepAlive: true,
      connectionTimeoutMillis: answeredWithinMs,
      query_timeout: answeredWithinMs,
    });
    let isOver = false;
    const over = (error: Error) => {
      if (isOver) return;
      isOver = true;
      if (client === made) client = null;
      made.end().catch(() => {});
      if (closed) return;
      on.lost(error);
      timer = setTimeout(() => void connect(false), wait);
      timer.unref();
      wait = Math.min(wait * 2, longestWaitMs);
    };
    made.on('error', over);
    made.on('end', () => over(new Error('The connection ended')));
    made.on('notification', ({ payload }) => {
      if (!isOver && payload) on.heard(payload);
    });
    try {
      await made.connect();
      await made.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      over(error as Error);
      return;
    }
    if (closed) return void made.end().catch(() => {});
    if (isOver) return;
    client = made;
    wait = firstWaitMs;
    if (!isFirst) on.back();
  }

  function ask(text: string, values: unknown[] = []): Promise<unknown> {
    const connection = client;
    if (!connection) return Promise.reject(new Error('The connection is lost'));
    const answered = turn.then(() => connection.query(text, values));
    turn = answered.catch((error) => {
      // A late answer may never come, and pg's own timeout leaves the connection open.
      if (client === connection) connection.emit('error', error);
    });
    return answered;
  }

  const asking = setInterval(() => ask('SELECT 1').catch(() => {}), askedEveryMs);
  asking.unref();

  await connect(true);
  return {
    async send(payloads) {
      await ask('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [channel, payloads]);
    },
    async close() {
      closed = true;
      clearInterval(asking);
      clearTimeout(timer);
      await turn;
      await client?.end();
    },
  };
}
