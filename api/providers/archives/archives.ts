import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeZip, type ZipEntry } from './zip.ts';

/** Where archives are kept that are made for somebody to take. */
export interface Archives {
  /**
   * Makes one, which is there once it is whole. Two attempts at one id do not get in each other's way.
   * @returns its length in bytes
   * @throws ZipTooLarge, and whatever its content throws
   */
  write(id: string, attempt: number, entries: AsyncIterable<ZipEntry>, at: Date): Promise<number>;
  /** @returns `null` where there is none */
  read(id: string): Promise<{ bytes: number; content: Readable } | null>;
  /** Whatever there is of it, if there is anything. */
  remove(id: string): Promise<void>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Archives as files that only this user can read, in a folder that all servers share. */
export function createFolderArchives(folder: string): Archives {
  const whole = (id: string): string => {
    if (!uuid.test(id)) throw new Error('an archive is kept under an id of ours');
    return join(folder, `${id}.zip`);
  };
  return {
    async write(id, attempt, entries, at) {
      const name = whole(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const making = join(folder, `${id}-${attempt}.partial`);
      const file = await open(making, 'w', 0o600);
      try {
        const bytes = await writeZip(file, entries, at);
        await file.sync();
        await file.close();
        await rename(making, name);
        return bytes;
      } catch (error) {
        await file.close();
        await rm(making, { force: true });
        throw error;
      }
    },
    async read(id) {
      const name = whole(id);
      try {
        const { size } = await stat(name);
        return { bytes: size, content: createReadStream(name) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(whole(id), { force: true });
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names)
        if (name.startsWith(`${id}-`) && name.endsWith('.partial'))
          await rm(join(folder, name), { force: true });
    },
  };
}
