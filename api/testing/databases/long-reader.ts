import SqliteDatabase from 'better-sqlite3';

/** Another process that reads from a SQLite file, and keeps its place there until it ends. */
export function aLongReader(file: string): { end(): void } {
  const reader = new SqliteDatabase(file, { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from users').get();
  return { end: () => void reader.close() };
}
