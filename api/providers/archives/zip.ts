import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive. Its content is read piece by piece, when it is written. */
export interface ZipEntry {
  /** With slashes between folders; unique in the archive. */
  name: string;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Whether the content is compressed already, as a picture is, so that deflating would gain nothing. */
  packed?: boolean;
}

/** Thrown if the content is more than ZIP without its 64-bit form can hold: 4 GB, or 65,534 files. */
export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge';
}

const mostBytes = 0xffff_fffe;
const mostEntries = 0xfffe;
const version = 20;
/** The flag for names in UTF-8. */
const flags = 0x0800;

interface Facts {
  name: Buffer;
  method: 0 | 8;
  crc: number;
  /** The length in the archive, and the original one. */
  size: number;
  length: number;
  offset: number;
}

/**
 * Writes a ZIP archive (PKWARE's APPNOTE 6.3, §4.3, without encryption and without ZIP64) into an empty file. It
 * writes one entry after the other and holds one piece in memory. The header of an entry is rewritten once its sizes
 * are known, so that every program can read it.
 * @param at the time of all entries; ZIP has no time zone, so it is in UTC
 * @returns its length in bytes
 * @throws ZipTooLarge
 */
export async function writeZip(
  file: FileHandle,
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): Promise<number> {
  let position = 0;
  const append = async (bytes: Uint8Array) => {
    if (position + bytes.length > mostBytes) throw new ZipTooLarge('more than 4 GB');
    await writeAll(file, bytes, position);
    position += bytes.length;
  };
  const written: Facts[] = [];
  for await (const { name, content, packed = false } of entries) {
    if (written.length >= mostEntries) throw new ZipTooLarge(`more than ${mostEntries} files`);
    const facts: Facts = {
      name: Buffer.from(name),
      method: packed ? 0 : 8,
      crc: 0,
      size: 0,
      length: 0,
      offset: position,
    };
    await append(localHeader(facts, at));
    const begin = position;
    const counted = count(content, facts);
    if (packed) for await (const piece of counted) await append(piece);
    else
      await pipeline(counted, createDeflateRaw(), async (pieces: AsyncIterable<Uint8Array>) => {
        for await (const piece of pieces) await append(piece);
      });
    facts.size = position - begin;
    await writeAll(file, localHeader(facts, at), facts.offset);
    written.push(facts);
  }
  const directory = position;
  for (const facts of written) await append(centralHeader(facts, at));
  await append(end(written.length, directory, position - directory));
  return position;
}

async function* count(content: ZipEntry['content'], facts: Facts): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    facts.crc = crc32(piece, facts.crc);
    facts.length += piece.length;
    if (facts.length > mostBytes) throw new ZipTooLarge('a file of more than 4 GB');
    yield piece;
  }
}

/** A disk may accept fewer bytes at once than it is given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** The common part of an entry's two headers (§4.4). */
function common({ name, method, crc, size, length }: Facts, at: Date): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(version, 0);
  header.writeUInt16LE(flags, 2);
  header.writeUInt16LE(method, 4);
  header.writeUInt16LE(dosTime(at), 6);
  header.writeUInt16LE(dosDate(at), 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(size, 14);
  header.writeUInt32LE(length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

const localHeader = (facts: Facts, at: Date): Buffer =>
  Buffer.concat([signature(0x04034b50), common(facts, at), facts.name]);

function centralHeader(facts: Facts, at: Date): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(version);
  // No comment, the first disk, no attributes; then the offset of the entry.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(facts.offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, common(facts, at), rest, facts.name]);
}

function end(entries: number, directory: number, size: number): Buffer {
  const rest = Buffer.alloc(18);
  rest.writeUInt16LE(entries, 4);
  rest.writeUInt16LE(entries, 6);
  rest.writeUInt32LE(size, 8);
  rest.writeUInt32LE(directory, 12);
  return Buffer.concat([signature(0x06054b50), rest]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** ZIP's time has steps of two seconds. */
const dosTime = (at: Date): number =>
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);

/** ZIP's dates are from 1980 to 2107. */
const dosDate = (at: Date): number =>
  (Math.min(127, Math.max(0, at.getUTCFullYear() - 1980)) << 9) |
  ((at.getUTCMonth() + 1) << 5) |
  at.getUTCDate();
