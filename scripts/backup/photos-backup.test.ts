import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../api/db/database.ts';
import { holdFolder } from '../../api/db/folder-lock.ts';
import { migrate, migrations } from '../../api/db/migrate.ts';
import { openDatabase } from '../../api/db/open.ts';
import { createFolderPhotos } from '../../api/providers/photos/folder-photos.ts';
import type { Photos } from '../../api/providers/photos/photos.ts';
import { aBooking, aMessage } from '../../api/testing/builders/builders.ts';
import { aPhoto } from '../../api/testing/builders/photos.ts';
import { processEnv } from '../../api/testing/machine/process-env.ts';

let folder: string;
let photos: Photos;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-backup-'));
  photos = createFolderPhotos(join(folder, 'photos'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(script: 'backup' | 'restore', ...args: string[]): Promise<string> {
  const env = { ...processEnv(), DATA_DIR: folder };
  return (await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env })).stdout;
}
const backup = (name: string) => join(folder, 'backups', name);
const filesIn = async (path: string) =>
  (await readdir(join(folder, path), { recursive: true })).filter((name) => /[^/]\./.test(name)).sort();
const of = (...ids: string[]) =>
  ids.flatMap((id) => ['large', 'small'].map((size) => join(id.slice(0, 2), `${id}-${size}.webp`))).sort();

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(join(folder, 'hearthkeep.sqlite'));
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}
/** The files of one photo, and no others. */
async function looseFiles(): Promise<string> {
  const fileId = randomUUID();
  const bytes = new Uint8Array(Buffer.from(fileId));
  await photos.keep(fileId, { width: 1, height: 1, large: bytes, small: bytes });
  return fileId;
}
/** @returns the id of its files */
const aSentPhoto = () =>
  withDatabase(async (db) => {
    const { id: booking_id } = await aBooking(db);
    const { id: message_id } = await aMessage(db, { booking_id });
    const file_id = await looseFiles();
    await aPhoto(db, { booking_id, message_id, position: 1, file_id });
    return file_id;
  });
const looseIn = () =>
  withDatabase(async (db) => {
    const rows = await db.selectFrom('loose_photo_files').selectAll().orderBy('file_id').execute();
    return rows.map(({ file_id, since }) => [file_id, Math.abs(Date.now() - Date.parse(since)) < 60_000]);
  });
/** Deletes a photo in the way the server does. */
const deletePhoto = (fileId: string) =>
  withDatabase(async (db) => {
    await db.deleteFrom('photos').where('file_id', '=', fileId).execute();
    await photos.remove(fileId);
  });

test('a backup holds its database’s photos, each once, and a restore brings them back', async () => {
  const fileId = await aSentPhoto();
  await looseFiles();
  const one = backup('one.sqlite');
  expect(await run('backup', one)).toContain(join('backups', 'photos'));
  expect(await filesIn('backups/photos')).toEqual(of(fileId));
  await run('backup', backup('two.sqlite'));
  expect(await filesIn('backups/photos')).toEqual(of(fileId));

  await rm(join(folder, 'photos'), { recursive: true });
  expect(await run('restore', one)).not.toContain('not in');
  expect(await filesIn('photos')).toEqual(of(fileId));
  expect(await photos.read(fileId, 'small')).toEqual(Buffer.from(fileId));

  await rm(join(folder, 'photos'), { recursive: true });
  await rm(join(folder, 'backups', 'photos'), { recursive: true });
  expect(await run('restore', one)).toContain('the files of 1 photos are not in');
});

test('a restore on a new machine makes the data folder', async () => {
  const fileId = await aSentPhoto();
  const elsewhere = await mkdtemp(join(tmpdir(), 'hearthkeep-elsewhere-'));
  await run('backup', join(elsewhere, 'one.sqlite'));
  await rm(folder, { recursive: true });
  expect(await run('restore', join(elsewhere, 'one.sqlite'))).not.toContain('kept');
  expect(await filesIn('photos')).toEqual(of(fileId));
  await rm(elsewhere, { recursive: true });
});

test('a restore whose photos cannot be copied names the replaced database and what to do', async () => {
  await aSentPhoto();
  await run('backup', backup('one.sqlite'));
  await rm(join(folder, 'photos'), { recursive: true });
  await writeFile(join(folder, 'photos'), 'a file in the place of the folder');
  const failed = run('restore', backup('one.sqlite'));
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /, but not all of the backup's photos \(.*\): run the command again; what was there is kept as \S+before-restore-\S+\.sqlite\n$/,
    ),
  });
  await rm(join(folder, 'photos'));
  expect(await run('restore', backup('one.sqlite'))).not.toContain('not in');
});

test('photos newer than the restored backup are noted as left over, and stay beside the replaced database', async () => {
  const before = await aSentPhoto();
  await run('backup', backup('one.sqlite'));
  const since = await aSentPhoto();
  await mkdir(join(folder, 'photos', 'ab'), { recursive: true });
  await writeFile(join(folder, 'photos', 'ab', 'notes.webp'), 'whoever shares the disk');
  await writeFile(join(folder, 'photos', `${randomUUID()}-large.webp`), 'in no place of ours');

  expect(await run('restore', backup('one.sqlite'))).toContain('1 photos');
  expect(await looseIn()).toEqual([[since, true]]);
  expect(await filesIn('backups/photos')).toEqual(of(before, since));
  // Restoring the newer database brings all of them back.
  await photos.remove(since);
  const [aside = ''] = (await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('before-'));
  expect(await run('restore', backup(aside))).not.toContain('not in');
  expect(await photos.read(since, 'large')).toEqual(Buffer.from(since));
  expect(await looseIn()).toEqual([]);
});

test('photos are noted as left over also if the restored backup is from before the product had photos', async () => {
  const since = await aSentPhoto();
  await mkdir(join(folder, 'backups'));
  const older = openDatabase(backup('older.sqlite'));
  const migrator = new Migrator({ db: older, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo('2026-11-27-push')).error).toBeUndefined();
  await older.destroy();
  expect(await run('restore', backup('older.sqlite'))).toContain('1 photos that it does not know go');
  expect(await looseIn()).toEqual([[since, true]]);
});

test('a deleted photo is removed from the backups once no backup contains it', async () => {
  const [kept, gone] = [await aSentPhoto(), await aSentPhoto()];
  await run('backup', backup('one.sqlite'));
  await deletePhoto(gone);
  await run('backup', backup('two.sqlite'));
  expect(await filesIn('backups/photos')).toEqual(of(kept, gone));
  await rm(backup('one.sqlite'));
  await writeFile(join(folder, 'backups', 'photos', 'notes.txt'), 'not ours');
  expect(await run('backup', backup('three.sqlite'))).toContain('1 photos');
  expect(await filesIn('backups/photos')).toEqual([...of(kept), 'notes.txt'].sort());
});

test('old backups are deleted, with photos that no other backup has; files named by an operator stay', async () => {
  const namedAt = (kind: string, daysAgo: number) =>
    `${kind}-${new Date(Date.now() - daysAgo * 86_400_000).toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
  const [kept, gone] = [await aSentPhoto(), await aSentPhoto()];
  await run('backup', backup('one.sqlite'));
  await deletePhoto(gone);
  await run('backup', backup('two.sqlite'));
  const [old, young] = [namedAt('hearthkeep', 30.1), namedAt('hearthkeep', 29.9)];
  await rename(backup('one.sqlite'), backup(old));
  await rename(backup('two.sqlite'), backup(young));
  const aside = namedAt('before-restore', 31);
  const others = ['mine.sqlite', namedAt('theirs', 400), `${old}.copy`, 'hearthkeep-2020.sqlite'];
  for (const name of [aside, `${aside}-wal`, ...others]) await writeFile(backup(name), '');

  const output = await run('backup', backup('three.sqlite'));
  expect(output).toContain(`deleted what is older than 30 days: ${aside}, ${aside}-wal, ${old}`);
  const left = await readdir(join(folder, 'backups'));
  expect(left.filter((name) => name.includes('.sqlite')).sort()).toEqual(
    ['three.sqlite', young, ...others].sort(),
  );
  expect(await filesIn('backups/photos')).toEqual(of(kept));
});

test('a backup succeeds although an old one cannot be deleted', async () => {
  await aSentPhoto();
  const stuck = 'hearthkeep-2020-01-01T00-00-00-000Z.sqlite';
  await mkdir(backup(stuck), { recursive: true });
  const output = await run('backup', backup('one.sqlite'));
  expect(output).toContain(`Backed up to ${backup('one.sqlite')}`);
  expect(output).toContain('old backups could not be deleted');
});

test('photos stay if a backup cannot be read, or another process is making one', async () => {
  const gone = await aSentPhoto();
  await run('backup', backup('one.sqlite'));
  await deletePhoto(gone);
  await rm(backup('one.sqlite'));
  await writeFile(backup('one.sqlite.gz'), 'compressed');
  expect(await run('backup', backup('two.sqlite'))).toContain('one.sqlite.gz');
  expect(await filesIn('backups/photos')).toEqual(of(gone));
  await rm(backup('one.sqlite.gz'));
  const other = holdFolder(join(folder, 'backups'), 'shared');
  await run('backup', backup('three.sqlite'));
  expect(await filesIn('backups/photos')).toEqual(of(gone));
  other?.release();
  await run('backup', backup('four.sqlite'));
  expect(await filesIn('backups/photos')).toEqual([]);
});

test('a backup is complete although old photos cannot be deleted', async () => {
  const [kept, gone] = [await aSentPhoto(), await aSentPhoto()];
  await run('backup', backup('one.sqlite'));
  await deletePhoto(gone);
  await rm(backup('one.sqlite'));
  // A folder in a file's place cannot be deleted as a file.
  const stuck = join(folder, 'backups', 'photos', gone.slice(0, 2), `${gone}-large.webp`);
  await rm(stuck);
  await mkdir(stuck);
  const output = await run('backup', backup('two.sqlite'));
  expect(output).toContain(`Backed up to ${backup('two.sqlite')}`);
  expect(output).toContain('could not be taken out');
  expect(await filesIn('backups/photos')).toEqual(expect.arrayContaining(of(kept)));
});

test('a backup beside the database deletes no photos in use', async () => {
  const [sent, waits] = [await aSentPhoto(), await looseFiles()];
  await run('backup', join(folder, 'copy.sqlite'));
  expect(await filesIn('photos')).toEqual(of(sent, waits));
});
