import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeZip, type ZipEntry } from './zip.ts';

/** The storage of archives that people can take. */
export interface Archives {
  /**
   * Makes an archive, which appears once it is whole. Simultaneous attempts at one id do not disturb each other.
   * @returns its length in bytes
   * @throws any error of its content
   */
  write(id: string, attempt: number, entries: AsyncIterable<ZipEntry>, at: Date): Promise<number>;
  /** @returns `null` if there is none */
  read(id: string): Promise<{ bytes: number; content: Readable } | null>;
  /** Deletes the archive and any unfinished part of it, if it exists. */
  remove(id: string): Promise<void>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Archives as files that only this user can read, in a folder shared by all servers. */
export function createFolderArchives(folder: string): Archives {
  const whole = (id: string): string => {
    if (!uuid.test(id)) throw new Error('the id of an archive must be a UUID');
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
