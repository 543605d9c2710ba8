import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '../../testing/outside/unzip.ts';
import { writeZip, type ZipEntry } from './zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = new Date('2026-11-20T02:04:06.000Z');

async function write(name: string, entries: ZipEntry[]): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w', 0o600);
  try {
    async function* all() {
      yield* entries;
    }
    expect(await writeZip(file, all(), at)).toBe((await file.stat()).size);
  } finally {
    await file.close();
  }
  return path;
}

const text = (...pieces: string[]) => pieces.map((piece) => Buffer.from(piece));
const large = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 251));
const entries: ZipEntry[] = [
  { name: 'about.txt', content: text('Hello, ', 'wörld') },
  { name: 'data/empty.csv', content: [] },
  { name: 'photos/größe.webp', content: [large.subarray(0, 1000), large.subarray(1000)], packed: true },
  { name: 'data/long.json', content: text(...Array.from({ length: 500 }, () => 'again and again ')) },
];

const pythons = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    bad = z.testzip()
    print(json.dumps({'bad': bad, 'files': [
      [i.filename, i.file_size, z.read(i).hex()[:64], list(i.date_time), i.compress_type] for i in z.infolist()]}))
`;

test('another program can open the archive', async ({ skip }) => {
  const path = await write('independent.zip', entries);
  const run = promisify(execFile);
  const found = await run('python3', ['-c', pythons, path]).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return skip('there is no python3 here');
  const { bad, files } = JSON.parse(found.stdout);
  expect(bad).toBe(null);
  // ZIP's times have no zone.
  const when = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), 6];
  const begin = (bytes: Buffer) => bytes.toString('hex').slice(0, 64);
  expect(files).toEqual([
    ['about.txt', 13, begin(Buffer.from('Hello, wörld')), when, 8],
    ['data/empty.csv', 0, '', when, 8],
    ['photos/größe.webp', large.length, begin(large), when, 8],
    ['data/long.json', 8000, begin(Buffer.from('again and again '.repeat(4))), when, 8],
  ]);
});

test('the contents can be read through the directory at the end', async () => {
  const contents = unzip(await readFile(await write('own.zip', entries)));
  expect(Object.keys(contents)).toEqual(entries.map(({ name }) => name));
  expect(contents['about.txt']?.toString()).toBe('Hello, wörld');
  expect(contents['data/empty.csv']?.length).toBe(0);
  expect(contents['photos/größe.webp']?.equals(large)).toBe(true);
  expect(contents['data/long.json']?.toString()).toBe('again and again '.repeat(500));
});

test('a failing content leaves no archive that looks whole', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some');
    throw new Error('the disk is gone');
  }
  await expect(write('failed.zip', [{ name: 'a', content: failing() }])).rejects.toThrow('the disk is gone');
});

test.each(['content', 'list of entries'])(
  'a failure of the %s is told after all before it has been written',
  async (part) => {
    const name = `late ${part}.zip`;
    const path = join(folder, name);
    /** Fails once the writer has written all that there is, with the headers of 31 bytes, and waits for more. */
    async function* failing(): AsyncGenerator<never> {
      const bytes = part === 'content' ? 82 : 51;
      await expect.poll(async () => (await stat(path)).size).toBeGreaterThanOrEqual(bytes);
      throw new Error('the database is gone');
    }
    async function* all(): AsyncGenerator<ZipEntry> {
      yield { name: 'a', content: text('some'), packed: true };
      if (part === 'content') yield { name: 'b', content: failing() };
      else yield* failing();
    }
    const file = await open(path, 'w', 0o600);
    await expect(writeZip(file, all(), at)).rejects.toThrow('the database is gone');
    await file.close();
  },
);

test('a file that cannot be written ends the reading of the content', async () => {
  let isRead = true;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield large;
    } finally {
      isRead = false;
    }
  }
  const path = await write('read-only.zip', entries);
  const file = await open(path, 'r');
  async function* all(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', content: endless(), packed: true };
  }
  await expect(writeZip(file, all(), at)).rejects.toThrow('EBADF');
  await file.close();
  await expect.poll(() => isRead).toBe(false);
});
