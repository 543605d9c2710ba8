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

/** A file that is not what it should be; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Copies a SQLite database that others are writing to: the copy is the database of one moment. It is checked before
 * it gets its name. @throws BackupError
 */
export async function backUp(database: string, to: string): Promise<void> {
  if (!existsSync(database)) throw new BackupError(`There is no database at ${database}`);
  if (existsSync(to)) throw new BackupError(`${to} exists already`);
  makeFolder(dirname(to));
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  // Before the first page is written: nobody else reads what is copied.
  closeSync(openSync(partial, 'wx', 0o600));
  const source = new SqliteDatabase(database, { readonly: true });
  try {
    // All pages in one step: between two, a write of another process would make the copy begin anew.
    await source.backup(partial, { progress: ({ totalPages }) => totalPages });
  } finally {
    source.close();
  }
  checkDatabase(partial);
  putInPlace(partial, to);
}

/**
 * Puts a backup in a database's place and keeps what stood there as `aside`. Nobody else may have the database open.
 * @throws BackupError and changes nothing when the backup is not whole.
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
    // A log that outlived its database would be played into the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
    putInPlace(incoming, database);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(incoming + suffix, { force: true });
  }
}

/** The files that the photos of a backup are kept in; none where it is older than photos are. */
export function photoFilesOf(backup: string): string[] {
  const database = new SqliteDatabase(backup, { readonly: true });
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'photos'").get();
    if (!known) return [];
    return database.prepare<[], string>('SELECT file_id FROM photos').pluck().all();
  } finally {
    database.close();
  }
}

/**
 * Notes files as left over that no photo of a database refers to, as the server does with those that it knows of, which
 * clears them away. Nobody else may have it open.
 * @param since an instant, ISO 8601
 * @returns whether it has a place for them: one that is older than photos gets it when it is migrated
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
    // As a backup it is one file; a log beside it would be lost on the way.
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

/** Keeps what was there; where it is too damaged to take its log in, with the log beside it. */
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
