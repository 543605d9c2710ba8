import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, EnvError } from '../core/env.ts';
import { type Held, holdFolder } from '../db/folder-lock.ts';
import { makeFolder } from '../db/make-folder.ts';

/**
 * Makes the data folder ready and marks it as in use by a server.
 * @throws EnvError naming DATA_DIR when it cannot be written, or while a restore is under way in it.
 */
export function openDataFolder(env: Env): Held {
  try {
    proveWritable(env.DATA_DIR);
    const held = holdFolder(env.DATA_DIR, 'shared');
    if (held) return held;
  } catch (error) {
    throw new EnvError(`DATA_DIR ${env.DATA_DIR} cannot be written (${(error as { code?: string }).code})`);
  }
  throw new EnvError(`DATA_DIR ${env.DATA_DIR} is being restored; start again when that is done`);
}

/** Makes the photos' folder ready. @throws EnvError naming PHOTOS_DIR when it cannot be written. */
export function openPhotosFolder(env: Env): void {
  try {
    proveWritable(env.PHOTOS_DIR);
  } catch (error) {
    throw new EnvError(
      `PHOTOS_DIR ${env.PHOTOS_DIR} cannot be written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** Takes the rights of other users from a folder that an earlier release or a person made. */
function keepToOurselves(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // EPERM: the folder belongs to another user, who guards it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function proveWritable(folder: string): void {
  makeFolder(folder);
  keepToOurselves(folder);
  const probe = join(folder, `.writable-${process.pid}`);
  writeFileSync(probe, '');
  unlinkSync(probe);
}

const unusable = (file: string, error: unknown) =>
  new EnvError(`DATA_DIR cannot be used: ${file} (${(error as NodeJS.ErrnoException).code})`);

/** SESSION_SECRET, or a secret made at the first start and stored where only this user can read it. */
export function readSecret(env: Env): string {
  if (env.SESSION_SECRET) return env.SESSION_SECRET;
  const file = join(env.DATA_DIR, 'session-secret');
  // The file gets its name only when it is whole, so no other process or later start reads half of it.
  const making = `${file}.${process.pid}`;
  try {
    writeFileSync(making, randomBytes(32).toString('base64url'), { mode: 0o600 });
    linkSync(making, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(file, error);
  } finally {
    rmSync(making, { force: true });
  }
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unusable(file, error);
  }
  if (secret.length < 32)
    throw new EnvError(`DATA_DIR holds a session-secret of under 32 characters: ${file}`);
  return secret;
}
