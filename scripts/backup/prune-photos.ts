import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { photoFilesOf } from '../../api/db/backup.ts';
import { holdFolder } from '../../api/db/folder-lock.ts';
import { photosIn, removePhoto } from '../../api/providers/photos/photo-files.ts';
import { photosBeside } from './photos-beside.ts';

/** Files beside backups that are no backups. */
const noBackup = /^\.|\.lock$|\.partial$|-(wal|shm|journal)$/;

/**
 * Deletes shared photos that no backup of the folder contains any more, so that a deleted photo is gone with the
 * last backup that has it. Nothing is deleted while another process uses the folder, or if the folder's photos are
 * those in use. Nothing is deleted either if a file beside them cannot be read, such as a compressed backup.
 * @param backup any backup of the folder
 * @returns a message for the operator; '' if there is none
 * @throws the file system's error
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
