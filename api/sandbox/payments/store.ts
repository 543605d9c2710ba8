import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AnyObject, Kind, Objects } from './objects.ts';

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
`;

export interface Page {
  /** At most this many, 1 to 100. */
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/** Where one webhook delivery stands: `due` is in milliseconds of the machine's own clock. */
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

/** Opens `payments-sandbox.sqlite` in a folder, which it makes; everything the sandbox knows is in that file. */
export function openStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, 'payments-sandbox.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('busy_timeout = 5000');
  db.exec(schema);

  const read = db.prepare<[string], { kind: Kind; json: string }>(
    'SELECT kind, json FROM objects WHERE id = ?',
  );
  const write = db.prepare(
    `INSERT INTO objects (id, kind, created, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
  );
  const place = db.prepare<[string], { created: number; seq: number }>(
    'SELECT created, seq FROM objects WHERE id = ?',
  );
  const readMeta = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const writeMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const readAnswer = db.prepare<[string], KeptAnswer>(
    'SELECT request, status, body, created FROM idempotency WHERE key = ?',
  );
  const keepAnswer = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key, request, status, body, created) VALUES (?, ?, ?, ?, ?)',
  );
  const enqueue = db.prepare(
    "INSERT INTO deliveries (event, state, attempts, due) VALUES (?, 'pending', 0, ?)",
  );
  const nextDelivery = db.prepare<[], Delivery>(
    "SELECT * FROM deliveries WHERE state = 'pending' ORDER BY due, id LIMIT 1",
  );
  const updateDelivery = db.prepare(
    'UPDATE deliveries SET state = ?, attempts = ?, due = ?, last_answer = ? WHERE id = ?',
  );

  return {
    /** One transaction; whatever `work` throws rolls it back. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),

    get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
      const row = read.get(id);
      return row?.kind === kind ? (JSON.parse(row.json) as Objects[K]) : undefined;
    },
    /** An object of any kind, for references that are expanded. */
    find(id: string): AnyObject | undefined {
      const row = read.get(id);
      return row && (JSON.parse(row.json) as AnyObject);
    },
    put<T extends AnyObject>(object: T): T {
      write.run(object.id, object.object, object.created, JSON.stringify(object));
      return object;
    },
    /**
     * The newest first, where every named field (`payment.payment_intent` names a nested one) has its value;
     * a field's value may be a list of which one must match.
     */
    list<K extends Kind>(
      kind: K,
      where: Record<string, string | number | string[] | undefined>,
      page: Page = { limit: 100 },
    ): { data: Objects[K][]; hasMore: boolean } {
      const conditions = ['kind = ?'];
      const values: (string | number)[] = [kind];
      for (const [field, value] of Object.entries(where)) {
        if (value === undefined) continue;
        const wanted = Array.isArray(value) ? value : [value];
        conditions.push(`json_extract(json, ?) IN (${wanted.map(() => '?').join(', ')})`);
        values.push(`$.${field}`, ...wanted);
      }
      const backwards = page.endingBefore !== undefined;
      const cursor = page.startingAfter ?? page.endingBefore;
      if (cursor !== undefined) {
        const at = place.get(cursor);
        if (!at) return { data: [], hasMore: false };
        conditions.push(`(created, seq) ${backwards ? '>' : '<'} (?, ?)`);
        values.push(at.created, at.seq);
      }
      const direction = backwards ? 'ASC' : 'DESC';
      const rows = db
        .prepare<(string | number)[], { json: string }>(
          `SELECT json FROM objects WHERE ${conditions.join(' AND ')}
           ORDER BY created ${direction}, seq ${direction} LIMIT ?`,
        )
        .all(...values, page.limit + 1);
      const data = rows.slice(0, page.limit).map((row) => JSON.parse(row.json) as Objects[K]);
      return { data: backwards ? data.reverse() : data, hasMore: rows.length > page.limit };
    },

    meta: (key: string): string | undefined => readMeta.get(key)?.value,
    setMeta(key: string, value: string) {
      writeMeta.run(key, value);
    },

    answerOf: (key: string): KeptAnswer | undefined => readAnswer.get(key),
    keepAnswer(key: string, answer: KeptAnswer) {
      keepAnswer.run(key, answer.request, answer.status, answer.body, answer.created);
    },

    enqueueDelivery(event: string, due: number) {
      enqueue.run(event, due);
    },
    nextDelivery: (): Delivery | undefined => nextDelivery.get(),
    updateDelivery(delivery: Delivery) {
      updateDelivery.run(delivery.state, delivery.attempts, delivery.due, delivery.last_answer, delivery.id);
    },

    close() {
      db.close();
    },
  };
}
