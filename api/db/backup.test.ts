import { existsSync, statSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBooking, aMessage } from '../testing/builders/builders.ts';
import { backUp, restore } from './backup.ts';
import type { Db } from './database.ts';
import { holdFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

let folder: string;
let file: string;
let db: Db;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-backup-'));
  file = join(folder, 'hearthkeep.sqlite');
  db = openDatabase(file);
  await migrate(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

const messagesIn = async (from: Db) =>
  (await from.selectFrom('messages').select(['seq', 'message']).orderBy('seq').execute()).map(
    (m) => m.message,
  );

test('a backup cannot be read by others while it is made', async () => {
  const seen = new Set<string>();
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const watcher = watch(backups, (_, name) => {
    const there = name && statSync(join(backups, name), { throwIfNoEntry: false });
    if (there) seen.add((there.mode & 0o077).toString(8));
  });
  await backUp(file, join(backups, 'one.sqlite'));
  await expect.poll(() => [...seen]).toEqual(['0']);
  watcher.close();
});

test('a backup taken while another connection writes shows one moment, and is restored row by row', async () => {
  const booking = await aBooking(db);
  for (let i = 0; i < 50; i++) await aMessage(db, { booking_id: booking.id, message: `before ${i}` });
  const writer = new Worker(writerSource, {
    eval: true,
    workerData: { file, bookingId: booking.id, senderId: booking.user_id, sqlite },
  });
  await new Promise((resolve) => writer.once('message', resolve));

  const backup = join(folder, 'backups', 'one.sqlite');
  await backUp(file, backup);
  await writer.terminate();
  const after = await messagesIn(db);

  const copy = openDatabase(backup);
  const kept = await messagesIn(copy);
  await copy.destroy();
  expect(kept.length).toBeGreaterThan(50);
  expect(kept).toEqual(after.slice(0, kept.length));

  await db.destroy();
  restore(backup, file, join(folder, 'aside.sqlite'));
  db = openDatabase(file);
  expect(await messagesIn(db)).toEqual(kept);
  const aside = openDatabase(join(folder, 'aside.sqlite'));
  expect(await messagesIn(aside)).toEqual(after);
  await aside.destroy();
});

test('a restore replaces a damaged database and keeps the old file', async () => {
  const booking = await aBooking(db);
  await aMessage(db, { booking_id: booking.id, message: 'kept' });
  const backup = join(folder, 'backup.sqlite');
  await backUp(file, backup);
  await db.destroy();
  await writeFile(file, 'not a database at all'.repeat(100));
  const aside = join(folder, 'aside.sqlite');
  restore(backup, file, aside);
  db = openDatabase(file);
  expect(await messagesIn(db)).toEqual(['kept']);
  expect(await readFile(aside, 'utf8')).toMatch(/^not a database/);
});

test('a damaged backup is refused and changes nothing', async () => {
  const booking = await aBooking(db);
  for (let i = 0; i < 200; i++) await aMessage(db, { booking_id: booking.id });
  const backup = join(folder, 'one.sqlite');
  await backUp(file, backup);
  const bytes = await readFile(backup);
  bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 8192);
  await writeFile(backup, bytes);
  await db.destroy();
  expect(() => restore(backup, file, join(folder, 'aside.sqlite'))).toThrow(/damaged|not a whole/);
  expect(existsSync(`${file}.incoming`)).toBe(false);
  db = openDatabase(file);
  expect(await messagesIn(db)).toHaveLength(200);
});

test('a file that is no database of this product is refused', async () => {
  await writeFile(join(folder, 'notes.txt'), 'hello');
  expect(() => restore(join(folder, 'notes.txt'), file, join(folder, 'aside'))).toThrow('not a whole SQLite');
  expect(() => restore(join(folder, 'nothing'), file, join(folder, 'aside'))).toThrow('There is no file');
});

test('a backup that fails leaves no file behind', async () => {
  const foreign = join(folder, 'foreign.sqlite');
  await writeFile(foreign, 'not a database, but longer than nothing');
  await expect(backUp(foreign, join(folder, 'backups', 'one.sqlite'))).rejects.toThrow();
  expect(await readdir(join(folder, 'backups'))).toEqual([]);
});

test('servers share a data folder, and a restore has it alone', () => {
  const one = holdFolder(folder, 'shared');
  const two = holdFolder(folder, 'shared');
  expect(holdFolder(folder, 'alone')).toBeNull();
  one?.release();
  two?.release();
  const alone = holdFolder(folder, 'alone');
  expect(alone).not.toBeNull();
  expect(holdFolder(folder, 'shared')).toBeNull();
  alone?.release();
});

const sqlite = fileURLToPath(import.meta.resolve('better-sqlite3'));
/** Writes as fast as possible, from its own thread and connection. */
const writerSource = `
const { workerData, parentPort } = require('node:worker_threads');
const { randomUUID } = require('node:crypto');
const db = new (require(workerData.sqlite))(workerData.file);
db.pragma('busy_timeout = 5000');
const insert = db.prepare(
  "INSERT INTO messages (id, booking_id, seq, sender_id, sender_type, message, created_at) " +
  "VALUES (?, ?, ?, ?, 'customer', ?, '2026-11-02T01:00:00.000Z')");
for (let seq = 51; ; seq++) {
  insert.run(randomUUID(), workerData.bookingId, seq, workerData.senderId, 'while ' + seq);
  if (seq === 60) parentPort.postMessage('writing');
}`;
