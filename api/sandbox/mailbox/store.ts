import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Letter } from '../../providers/mail/mail.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS letters (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL,
    subject TEXT NOT NULL, body TEXT NOT NULL, html TEXT NOT NULL DEFAULT '', at TEXT NOT NULL
  ) STRICT;
`;

/** The most letters kept: a sandbox that runs for years must not fill its disk. */
const most = 500;

/** A letter whose mark stands in its HTML. */
export interface StoredLetter extends Omit<Letter, 'mark'> {
  at: string;
}

/** A file of an earlier release has letters without HTML. */
function addHtml(db: Database.Database): void {
  const columns = db.pragma('table_info(letters)') as { name: string }[];
  if (!columns.some(({ name }) => name === 'html'))
    db.exec("ALTER TABLE letters ADD COLUMN html TEXT NOT NULL DEFAULT ''");
}

/** Opens `mailbox-sandbox.sqlite` in a folder, which is made if needed. */
export function openMailboxStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, 'mailbox-sandbox.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('busy_timeout = 5000');
  db.exec(schema);
  addHtml(db);
  const add = db.prepare(
    'INSERT INTO letters (id, recipient, subject, body, html, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const trim = db.prepare('DELETE FROM letters WHERE seq <= (SELECT max(seq) FROM letters) - ?');
  const columns = 'id, recipient AS "to", subject, body AS text, html, at';
  const newest = db.prepare<[], StoredLetter>(`SELECT ${columns} FROM letters ORDER BY seq DESC`);
  const byId = db.prepare<[string], StoredLetter>(`SELECT ${columns} FROM letters WHERE id = ?`);
  return {
    /** A repeated letter is stored once. */
    add({ id, to, subject, text, html, at }: StoredLetter): void {
      add.run(id, to, subject, text, html, at);
      trim.run(most);
    },
    /** The newest first. */
    all: (): StoredLetter[] => newest.all(),
    find: (id: string): StoredLetter | undefined => byId.get(id),
    close(): void {
      db.close();
    },
  };
}
