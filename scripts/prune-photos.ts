import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { photoFilesOf } from '../api/db/backup.ts';
import { holdFolder } from '../api/db/folder-lock.ts';
import { photosIn, removePhoto } from '../api/providers/photos/photo-files.ts';
import { photosBeside } from './photos-beside.ts';

/** Of what lies beside backups, what is none. */
const noBackup = /^\.|\.lock$|\.partial$|-(wal|shm|journal)$/;

/**
 * Takes the photos that none of a folder's backups has any more out of those that they share: what was deleted goes with
 * the last backup that has it. None goes while another process is at the folder, where anything beside them can't be
 * read, such as a backup that was compressed, or where the folder's photos are those in use.
 * @param backup any backup of the folder
 * @returns what the operator should know; '' for nothing
 * @throws what the file system throws
 */
export async function prunePhotos(backup: string, inUse: string): Promise<string> {
  const photos = photosBeside(backup);
  const folder = join(photos, '..');
  if (isSame(photos, inUse)) return '';
  const held = holdFolder(folder, 'alone');
  if (!held) return '';
  try {
    const needed = new Set<string>();
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() || noBackup.test(entry.name)) continue;
      const files = readPhotoFiles(join(folder, entry.name));
      if (!files) return `; no photo was taken out of them, since ${entry.name} cannot be read`;
      for (const file of files) needed.add(file);
    }
    const gone = (await photosIn(photos)).filter((fileId) => !needed.has(fileId));
    for (const fileId of gone) await removePhoto(photos, fileId);
    return gone.length ? `; ${gone.length} photos that no backup there has any more were taken out` : '';
  } finally {
    held.release();
  }
}

function readPhotoFiles(file: string): string[] | null {
  try {
    return photoFilesOf(file);
  } catch {
    return null;
  }
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
