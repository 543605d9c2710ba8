import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AnyObject, Kind, Objects } from './objects.ts';

/** Fields by which objects are often looked up; the condition of lists is written in the same way as the index. */
const indexedFields = [
  'customer',
  'default_payment_method',
  'invoice',
  'lookup_key',
  'parent.subscription_details.subscription',
  'payment.payment_intent',
  'payment_intent',
];
const fieldOf = (field: string): string => {
  if (!/^[\w.]+$/.test(field)) throw new Error(`'${field}' is no field`);
  return `json_extract(json, '$.${field}')`;
};
const indices = indexedFields.map(
  (field) => `CREATE INDEX IF NOT EXISTS objects_by_${field.replaceAll('.', '_')}
    ON objects (kind, ${fieldOf(field)}, created) WHERE ${fieldOf(field)} IS NOT NULL;`,
);

/** A subscription without a first payment in this time expires (docs: subscription statuses). */
const firstPaymentSeconds = 23 * 3600;

/** The time after which later refunds are settled; the provider says only "some time". */
const refundSeconds = 60;

/**
 * The time at which an object changes by itself, in unix seconds: an unpaid first invoice expires, a pending update
 * is dropped, a period ends, a date of cancellation comes, a draft is issued, an invoice's payment is retried, a refund arrives or fails.
 */
const dueTime = `CASE kind
  WHEN 'subscription' THEN CASE json_extract(json, '$.status')
    WHEN 'incomplete' THEN created + ${firstPaymentSeconds}
    WHEN 'active' THEN ${subscriptionDue()}
    WHEN 'past_due' THEN ${subscriptionDue()}
  END
  WHEN 'invoice' THEN CASE json_extract(json, '$.status')
    WHEN 'draft' THEN json_extract(json, '$.automatically_finalizes_at')
    WHEN 'open' THEN json_extract(json, '$.next_payment_attempt')
  END
  WHEN 'refund' THEN CASE json_extract(json, '$.destination_details.card.reference_status')
    WHEN 'pending' THEN created + ${refundSeconds}
  END
END`;
function subscriptionDue(): string {
  const end = "json_extract(json, '$.items.data[0].current_period_end')";
  const before = (field: string) => `ifnull(json_extract(json, '$.${field}'), ${end})`;
  return `min(${end}, ${before('pending_update.expires_at')}, ${before('cancel_at')})`;
}

const schema = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    created INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, created, seq);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, due INTEGER NOT NULL, last_answer TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due, id);
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    created INTEGER NOT NULL
  ) STRICT;
  ${indices.join('\n')}
  DROP INDEX IF EXISTS objects_due;
  DROP INDEX IF EXISTS objects_due_next;
  CREATE INDEX IF NOT EXISTS objects_due_first ON objects (${dueTime}) WHERE ${dueTime} IS NOT NULL;
`;

export interface Page {
  /** The longest page, 1 to 100. */
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  /** Only objects created in this time, in unix seconds. */
  created?: Partial<Record<Bound, number | undefined>> | undefined;
}

/** An object that changes by itself, and the time of the change. */
export interface Due {
  id: string;
  at: number;
}

const bounds = [
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
] as const;
type Bound = (typeof bounds)[number][0];

/** The state of a webhook's delivery; `due` is in milliseconds of the machine's own clock. */
export interface Delivery {
  id: number;
  event: string;
  state: 'pending' | 'delivered' | 'lost' | 'failed';
  attempts: number;
  due: number;
  last_answer: string | null;
}

export interface KeptAnswer {
  request: string;
  status: number;
  body: string;
  created: number;
}

export type Store = ReturnType<typeof openStore>;

/**
 * Opens `payments-sandbox.sqlite` in a folder, which is made if needed; the sandbox stores everything in that file.
 */
export function openStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, 'payments-sandbox.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('busy_timeout = 5000');
  db.exec(schema);
  return {
    /** One transaction; an error of `work` rolls it back. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    ...objectsIn(db),
    ...metaIn(db),
    ...answersIn(db),
    ...deliveriesIn(db),
    close() {
      db.close();
    },
  };
}

function objectsIn(db: Database.Database) {
  const read = db.prepare<[string], { kind: Kind; json: string }>(
    'SELECT kind, json FROM objects WHERE id = ?',
  );
  const write = db.prepare(
    `INSERT INTO objects (id, kind, created, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
  );
  const erase = db.prepare<[string]>('DELETE FROM objects WHERE id = ?');
  const place = db.prepare<[string], { created: number; seq: number }>(
    'SELECT created, seq FROM objects WHERE id = ?',
  );
  const due = db.prepare<[number], Due>(
    `SELECT id, ${dueTime} AS at FROM objects WHERE ${dueTime} <= ? ORDER BY ${dueTime}, seq LIMIT 1`,
  );
  const lists = new Map<string, Database.Statement<(string | number)[], { json: string }>>();
  /** Each form of a list's statement is prepared once. */
  function listStatement(sql: string) {
    const known = lists.get(sql) ?? db.prepare<(string | number)[], { json: string }>(sql);
    lists.set(sql, known);
    return known;
  }

  return {
    get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
      const row = read.get(id);
      return row?.kind === kind ? (JSON.parse(row.json) as Objects[K]) : undefined;
    },
    /** An object of any kind, for expanded references. */
    find(id: string): AnyObject | undefined {
      const row = read.get(id);
      return row && (JSON.parse(row.json) as AnyObject);
    },
    remove(id: string): void {
      erase.run(id);
    },
    put<T extends AnyObject>(object: T): T {
      write.run(object.id, object.object, object.created, JSON.stringify(object));
      return object;
    },
    /**
     * Objects whose named fields have these values, newest first; `payment.payment_intent` names a nested field. A
     * value may be a list of which one must match.
     */
    list<K extends Kind>(
      kind: K,
      where: Where,
      page: Page = { limit: 100 },
    ): { data: Objects[K][]; hasMore: boolean } {
      const conditions = [isOfKind(kind), ...hasFields(where), ...isCreatedWithin(page.created)];
      const backwards = page.endingBefore !== undefined;
      const cursor = page.startingAfter ?? page.endingBefore;
      if (cursor !== undefined) {
        const at = place.get(cursor);
        if (!at) return { data: [], hasMore: false };
        const sql = `(created, seq) ${backwards ? '>' : '<'} (?, ?)`;
        conditions.push({ sql, values: [at.created, at.seq] });
      }
      const direction = backwards ? 'ASC' : 'DESC';
      const rows = listStatement(
        `SELECT json FROM objects WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
         ORDER BY created ${direction}, seq ${direction} LIMIT ?`,
      ).all(...conditions.flatMap(({ values }) => values), page.limit + 1);
      const data = rows.slice(0, page.limit).map((row) => JSON.parse(row.json) as Objects[K]);
      return { data: backwards ? data.reverse() : data, hasMore: rows.length > page.limit };
    },

    /** The object due first by now: the oldest time, then the first created. */
    nextDue: (now: number): Due | undefined => due.get(now),
  };
}

type Where = Record<string, string | number | string[] | undefined>;

/** A condition of a list's statement, with the values of its placeholders. */
interface Condition {
  sql: string;
  values: (string | number)[];
}

const isOfKind = (kind: Kind): Condition => ({ sql: 'kind = ?', values: [kind] });

function hasFields(where: Where): Condition[] {
  return Object.entries(where).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value : [value];
    const sql =
      values.length === 1
        ? `${fieldOf(field)} = ?`
        : `${fieldOf(field)} IN (${values.map(() => '?').join(', ')})`;
    return [{ sql, values }];
  });
}

function isCreatedWithin(created: Page['created']): Condition[] {
  return bounds.flatMap(([bound, sign]) => {
    const value = created?.[bound];
    return value === undefined ? [] : [{ sql: `created ${sign} ?`, values: [value] }];
  });
}

function metaIn(db: Database.Database) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const write = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    meta: (key: string): string | undefined => read.get(key)?.value,
    setMeta(key: string, value: string) {
      write.run(key, value);
    },
  };
}

function answersIn(db: Database.Database) {
  const read = db.prepare<[string], KeptAnswer>(
    'SELECT request, status, body, created FROM idempotency WHERE key = ?',
  );
  const keep = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key, request, status, body, created) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    answerOf: (key: string): KeptAnswer | undefined => read.get(key),
    keepAnswer(key: string, answer: KeptAnswer) {
      keep.run(key, answer.request, answer.status, answer.body, answer.created);
    },
  };
}

function deliveriesIn(db: Database.Database) {
  const enqueue = db.prepare(
    "INSERT INTO deliveries (event, state, attempts, due) VALUES (?, 'pending', 0, ?)",
  );
  const next = db.prepare<[], Delivery>(
    "SELECT * FROM deliveries WHERE state = 'pending' ORDER BY due, id LIMIT 1",
  );
  const pending = db.prepare<[], { count: number }>(
    "SELECT count(*) AS count FROM deliveries WHERE state = 'pending'",
  );
  const update = db.prepare(
    'UPDATE deliveries SET state = ?, attempts = ?, due = ?, last_answer = ? WHERE id = ?',
  );
  return {
    enqueueDelivery(event: string, due: number) {
      enqueue.run(event, due);
    },
    nextDelivery: (): Delivery | undefined => next.get(),
    pendingDeliveries: (): number => pending.get()?.count ?? 0,
    updateDelivery(delivery: Delivery) {
      update.run(delivery.state, delivery.attempts, delivery.due, delivery.last_answer, delivery.id);
    },
  };
}
