import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { makeFolder } from './make-folder.ts';

/** A file that is no whole backup; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Copies a SQLite database that others are writing to; the copy is the database at one moment. The copy is checked
 * before it gets its name. @throws BackupError
 */
export async function backUp(database: string, to: string): Promise<void> {
  if (!existsSync(database)) throw new BackupError(`There is no database at ${database}`);
  if (existsSync(to)) throw new BackupError(`${to} exists already`);
  makeFolder(dirname(to));
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  // Rights are set before the first page is written, so nobody else can read the copy.
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    const source = new SqliteDatabase(database, { readonly: true });
    try {
      // All pages are copied in one step: a write of another process between two steps would restart the copy.
      await source.backup(partial, { progress: ({ totalPages }) => totalPages });
    } finally {
      source.close();
    }
    checkDatabase(partial);
    putInPlace(partial, to);
  } finally {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
  }
}

/**
 * Puts a backup in a database's place and keeps the old database as `aside`. No other process may have it open.
 * @throws BackupError, with nothing changed, when the backup is not whole.
 */
export function restore(backup: string, database: string, aside: string): void {
  if (!existsSync(backup)) throw new BackupError(`There is no file ${backup}`);
  const incoming = `${database}.incoming`;
  makeFolder(dirname(database));
  copyFileSync(backup, incoming);
  chmodSync(incoming, 0o600);
  try {
    checkDatabase(incoming);
    if (existsSync(database)) {
      makeFolder(dirname(aside));
      setAside(database, aside);
    }
    // SQLite would apply the old database's log to the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
    putInPlace(incoming, database);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(incoming + suffix, { force: true });
  }
}

/** The tables whose rows have files. */
const withFiles = ['photos', 'service_pictures'] as const;

/** The files of the photos and pictures in a backup; none of a table that the backup is older than. */
export function photoFilesOf(backup: string): string[] {
  const database = new SqliteDatabase(backup, { readonly: true });
  try {
    return withFiles.flatMap((table) =>
      database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)
        ? database.prepare<[], string>(`SELECT file_id FROM ${table}`).pluck().all()
        : [],
    );
  } finally {
    database.close();
  }
}

/**
 * Notes the photo files that no photo of the database refers to as left over. The server clears such files away. No
 * other process may have the database open.
 * @param since an instant, ISO 8601
 * @returns whether the database has the table for it; a database older than photos gets the table when it is
 * migrated
 */
export function noteLoosePhotos(database: string, fileIds: readonly string[], since: string): boolean {
  const db = new SqliteDatabase(database);
  try {
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'loose_photo_files'").get()) return false;
    const note = db.prepare('INSERT OR IGNORE INTO loose_photo_files (file_id, since) VALUES (?, ?)');
    db.transaction(() => {
      for (const fileId of fileIds) note.run(fileId, since);
    })();
    return true;
  } finally {
    db.close();
  }
}

/** @throws BackupError unless the file is a whole database of this product. */
function checkDatabase(file: string): void {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file);
    // A backup is a single file; a log beside it would be lost.
    database.pragma('journal_mode = DELETE');
    const verdict = database.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new BackupError(`${file} is damaged: ${verdict}`);
    if (database.pragma('foreign_key_check', { simple: true }) !== undefined)
      throw new BackupError(`${file} is damaged: rows refer to rows that are missing`);
    const ours = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get();
    if (!ours) throw new BackupError(`${file} is not a database of Hearthkeep`);
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(`${file} is not a whole SQLite database`, { cause });
  } finally {
    database?.close();
  }
}

/** Keeps the old database. If its log cannot be merged into it, the log is kept beside it. */
function setAside(database: string, aside: string): void {
  const whole = foldInLog(database);
  for (const suffix of whole ? [''] : ['', '-wal', '-shm']) {
    if (!existsSync(database + suffix)) continue;
    copyFileSync(database + suffix, aside + suffix);
    sync(aside + suffix);
  }
}

function foldInLog(database: string): boolean {
  let handle: SqliteDatabase.Database | undefined;
  try {
    handle = new SqliteDatabase(database);
    handle.pragma('wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  } finally {
    handle?.close();
  }
}

function putInPlace(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(join(to, '..'));
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
