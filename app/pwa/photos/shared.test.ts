import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropLeftShared, dropShared, keepShared, mostShared, readShared } from './shared.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aFile = (name: string, type = 'image/jpeg') => new File([name], name, { type });
const large = (size: number): File =>
  Object.defineProperty(aFile('large.jpg'), 'size', { value: size }) as File;
/** The person whom the device knows. */
const by = (userId: string | null) => async () => userId;
const textsOf = async (userId: string) =>
  Promise.all((await readShared(userId)).map(({ file }) => file.text()));
const daysLater = (days: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1000 + 1 });

test('shared photos are there until they are chosen, in order and under the same ids', async () => {
  expect(await keepShared([aFile('gate'), aFile('lock', 'image/heic')], by('mia'))).toBe(2);
  expect(await textsOf('mia')).toEqual(['gate', 'lock']);
  const [before, after] = [await readShared('mia'), await readShared('mia')];
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await dropShared(after);
  expect(await readShared('mia')).toEqual([]);
});

test('a share made while another window still shows an earlier one survives the end of that one', async () => {
  await keepShared([aFile('gate')], by('mia'));
  const earlier = await readShared('mia');
  await keepShared([aFile('lock')], by('mia'));
  await dropShared(earlier);
  expect(await textsOf('mia')).toEqual(['lock']);
});

test('a file that is no photo, or larger than a camera makes them, is not read', async () => {
  const page = aFile('page', 'text/html');
  const video = large(mostShared.ofOne + 1);
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  expect(await keepShared([page, video, aFile('gate')], by('mia'))).toBe(1);
  expect(read.mock.contexts.map((file) => (file as File).name)).toEqual(['gate']);
  expect(await textsOf('mia')).toEqual(['gate']);
});

test('a share has a total limit, and no more photos are stored than a message may have', async () => {
  const four = Array.from({ length: 4 }, () => large(mostShared.ofOne));
  expect(await keepShared([...four, aFile('gate')], by('mia'))).toBe(4);
  expect(
    await keepShared(
      Array.from({ length: 11 }, (_, n) => aFile(`${n}`)),
      by('mia'),
    ),
  ).toBe(10);
});

test('a share without any usable photo leaves the earlier share', async () => {
  await keepShared([aFile('gate')], by('mia'));
  expect(await keepShared([aFile('page', 'text/html')], by('mia'))).toBe(0);
  expect(await textsOf('mia')).toEqual(['gate']);
  await keepShared([aFile('lock')], by('mia'));
  expect(await textsOf('mia')).toEqual(['lock']);
});

test('a share of one person is not shown to the next, and is removed at the next sign-in', async () => {
  await keepShared([aFile('gate')], by('mia'));
  expect(await textsOf('ben')).toEqual([]);
  await dropLeftShared('mia');
  expect(await textsOf('mia')).toEqual(['gate']);
  await dropLeftShared('ben');
  expect(await textsOf('mia')).toEqual([]);
});

test('a share from before a sign-in belongs to the first person who looks at it', async () => {
  await keepShared([aFile('gate')], by(null));
  await dropLeftShared('mia');
  expect(await textsOf('mia')).toEqual(['gate']);
  expect(await textsOf('ben')).toEqual([]);
});

test('a share without a booking for a day is no longer shown, and is removed', async () => {
  await keepShared([aFile('gate')], by('mia'));
  daysLater(1);
  expect(await textsOf('mia')).toEqual([]);
  await dropLeftShared('mia');
  vi.useRealTimers();
  expect(await textsOf('mia')).toEqual([]);
});

test('a share that no signed-in person has looked at is removed after its day too, and not before', async () => {
  await keepShared([aFile('gate')], by(null));
  await dropLeftShared(null);
  expect(await textsOf('mia')).toEqual(['gate']);
  await dropLeftShared(null);
  expect(await textsOf('mia')).toEqual(['gate']);
  daysLater(1);
  await dropLeftShared(null);
  vi.useRealTimers();
  expect(await textsOf('mia')).toEqual([]);
});

test('a share during whose reading a person signed out, or in, is not stored', async () => {
  for (const [before, after] of [
    ['mia', null],
    ['mia', 'ben'],
    [null, 'ben'],
  ]) {
    const askPerson = vi.fn<() => Promise<string | null>>();
    askPerson.mockResolvedValueOnce(before ?? null).mockResolvedValue(after ?? null);
    expect(await keepShared([aFile('gate')], askPerson)).toBe(0);
    expect([await textsOf('mia'), await textsOf('ben')]).toEqual([[], []]);
  }
});
