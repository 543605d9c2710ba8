import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { seenName } from './names.ts';
import { dropOthersSeen, keepSeen, readSeen } from './seen.ts';

afterEach(() => vi.restoreAllMocks());

const small = (owner: string, id: string) => ({ owner, id, size: 'small' as const });
const bytes = new Uint8Array([1, 2, 3]).buffer;

test('a seen photo can be seen again, and no other', async () => {
  await keepSeen(small('mia', 'p1'), bytes, 'image/webp');
  const seen = await readSeen(small('mia', 'p1'));
  expect([seen?.type, seen?.size]).toEqual(['image/webp', 3]);
  expect(await readSeen({ ...small('mia', 'p1'), size: 'large' })).toBeUndefined();
});

test('a full device shows the photos that it has', async () => {
  await keepSeen(small('mia', 'p1'), bytes, 'image/webp');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  for (let times = 0; times < 2; times += 1) expect((await readSeen(small('mia', 'p1')))?.size).toBe(3);
});

test('photos of one person are not shown to the next, and are removed at the next sign-in', async () => {
  await keepSeen(small('mia', 'p2'), bytes, 'image/webp');
  await keepSeen(small('ben', 'p3'), bytes, 'image/webp');
  expect(await readSeen(small('ben', 'p2'))).toBeUndefined();
  const db = await openDB(seenName);
  // A photo as an earlier release stored it, without an owner.
  await db.put('photos', { key: 'p4 small', bytes, type: 'image/webp' });
  await db.put('uses', { key: 'p4 small', size: 3, at: 1 });
  await dropOthersSeen('ben');
  for (const store of ['photos', 'uses']) expect(await db.getAllKeys(store)).toEqual(['ben p3 small']);
  db.close();
});
