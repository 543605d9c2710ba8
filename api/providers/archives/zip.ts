import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Stored pieces of unknown size are unreadable for programs that read a ZIP as a stream, so all are deflated. */
const [quick, thorough] = [1, 6];

/** A file of an archive. Its content is read piece by piece, when it is written. */
export interface ZipEntry {
  /** With slashes between folders; unique in the archive. */
  name: string;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Whether the content is compressed already, as a picture is, so that deflating would gain little. */
  packed?: boolean;
}

/**
 * Writes a ZIP archive into an empty file: one entry after the other, with one piece in memory.
 * @param at the time of all entries
 * @returns its length in bytes
 * @throws any error of the entries, of their content and of the file
 */
export async function writeZip(
  file: FileHandle,
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): Promise<number> {
  const zip = new ZipFile();
  const failed = new AbortController();
  const { signal } = failed;
  // A failure ends the output, too: yazl leaves it open, and the file would wait for its next piece for ever.
  const output = addAbortSignal(signal, zip.outputStream as Readable);
  const fail = (error: unknown) => failed.abort(error);
  zip.on('error', fail);
  const add = async () => {
    for await (const { name, content, packed = false } of entries) {
      const read = addAbortSignal(signal, Readable.from(content, { objectMode: false }));
      zip.addReadStream(read, name, { mtime: at, compressionLevel: packed ? quick : thorough });
      await finished(read);
    }
    zip.end();
  };
  await Promise.all([add().catch(fail), file.writeFile(output, { signal }).catch(fail)]);
  signal.throwIfAborted();
  return (await file.stat()).size;
}
