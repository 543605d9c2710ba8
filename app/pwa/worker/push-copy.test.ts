import 'fake-indexeddb/auto';
import { hashKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../lib/api.ts';
import {
  type CacheRecord,
  clearCacheRecords,
  readCacheRecords,
  writeCacheRecords,
} from '../cache/cache-records.ts';
import { notePush } from '../push/push-note.ts';
import { mayTell, refreshCopy } from './push-copy.ts';

const id = '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11';
const kept = (queryKey: string[], data: unknown): CacheRecord => ({
  hash: hashKey(queryKey),
  owner: 'olivia',
  mark: 'a-mark',
  query: {
    queryHash: hashKey(queryKey),
    queryKey,
    dehydratedAt: 1,
    state: {
      data,
      dataUpdateCount: 1,
      dataUpdatedAt: 1,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      isInvalidated: false,
      status: 'success',
      fetchStatus: 'idle',
    },
  },
});

const answers = new Map<string, unknown>();
let requests: [string, string | null][] = [];
let meanwhile = async () => {};
beforeEach(async () => {
  requests = [];
  meanwhile = async () => {};
  answers.set('/api/bookings', [{ id }]);
  answers.set(`/api/bookings/${id}`, { id, status: 'scheduled' });
  answers.set(`/api/bookings/${id}/messages`, [{ message: 'Hello' }]);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([path, new Headers(init.headers).get('hearthkeep-person')]);
    await meanwhile();
    const answer = answers.get(path);
    return answer === undefined ? new Response('{}', { status: 500 }) : Response.json(answer);
  });
  await writeCacheRecords([kept(keyOf('readUser'), { id: 'olivia' })], []);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await clearCacheRecords();
});

const aCacheStorage = () => {
  const names = new Set<string>();
  return {
    open: async (name: string) => void names.add(name),
    delete: async (name: string) => names.delete(name),
    keys: async () => [...names],
  };
};

test('a person’s notification is shown to them, and to no one else', async () => {
  vi.stubGlobal('caches', aCacheStorage());
  await notePush(null);
  expect([await mayTell('olivia'), await mayTell('liam')]).toEqual([true, false]);
});

test('a device that could not store its person shows their notifications, until they sign out', async () => {
  vi.stubGlobal('caches', aCacheStorage());
  await clearCacheRecords();
  const may = async () => [await mayTell('olivia'), await mayTell('liam')];
  expect(await may()).toEqual([true, true]);
  await notePush('olivia');
  expect(await may()).toEqual([true, false]);
  await notePush(null);
  expect(await may()).toEqual([false, false]);
  await notePush('liam');
  expect(await may()).toEqual([false, true]);
  vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('This device keeps nothing')) });
  expect(await may()).toEqual([true, true]);
});

const stored = async () =>
  Object.fromEntries(
    (await readCacheRecords()).map(({ hash, owner, mark, query }) => [hash, [owner, mark, query.state.data]]),
  );

test('a booking, its thread and the list are read as the signed-in person, and stored in the app’s form', async () => {
  await refreshCopy(`/bookings/${id}`);
  expect(requests.map(([, person]) => person)).toEqual(['olivia', 'olivia', 'olivia']);
  expect(await stored()).toEqual({
    [hashKey(keyOf('readUser'))]: ['olivia', 'a-mark', { id: 'olivia' }],
    [hashKey(keyOf('listBookings'))]: ['olivia', 'a-mark', [{ id }]],
    [hashKey(keyOf('readBooking', { id }))]: ['olivia', 'a-mark', { id, status: 'scheduled' }],
    [hashKey(keyOf('listMessages', { id }))]: ['olivia', 'a-mark', [{ message: 'Hello' }]],
  });
});

test('a change that the app received during the read stays, as the later one', async () => {
  const thread = keyOf('listMessages', { id });
  meanwhile = async () => {
    const record = kept(thread, [{ message: 'Hello' }, { message: 'My answer' }]);
    record.query.state.dataUpdatedAt = Date.now() + 1;
    await writeCacheRecords([record], []);
  };
  await refreshCopy(`/bookings/${id}`);
  expect((await stored())[hashKey(thread)]?.[2]).toHaveLength(2);
});

test('a failed read leaves the stored copy unchanged', async () => {
  await writeCacheRecords([kept(keyOf('listBookings'), ['as it was'])], []);
  answers.delete('/api/bookings');
  await refreshCopy(`/bookings/${id}`);
  const all = await stored();
  expect(all[hashKey(keyOf('listBookings'))]).toEqual(['olivia', 'a-mark', ['as it was']]);
  expect(Object.keys(all)).toHaveLength(4);
});

test('nothing is read without a person or for other pages, and nothing is stored after a sign-out meanwhile', async () => {
  for (const href of ['/', '/bookings', '/profile', `/bookings/${id}/more`, '/?chat=open'])
    await refreshCopy(href);
  expect(requests).toEqual([]);
  meanwhile = clearCacheRecords;
  await refreshCopy(`/bookings/${id}`);
  expect(await readCacheRecords()).toEqual([]);
  requests = [];
  await refreshCopy(`/bookings/${id}`);
  expect(requests).toEqual([]);
});

test('a sign-out between the check of the person and the write leaves nothing', async () => {
  let signedOut: Promise<void> | undefined;
  const thenSignOut = (reading: 'get' | 'getAll') => {
    const read = IDBObjectStore.prototype[reading] as (this: IDBObjectStore, key?: IDBValidKey) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, reading).mockImplementation(function (
      this: IDBObjectStore,
      key?: unknown,
    ) {
      const request = read.call(this, key as IDBValidKey);
      // The answers have arrived: the person is checked for the last time.
      if (requests.length === 3) signedOut ??= clearCacheRecords();
      return request;
    });
  };
  thenSignOut('get');
  thenSignOut('getAll');
  await refreshCopy(`/bookings/${id}`);
  expect(signedOut).toBeDefined();
  await signedOut;
  expect(await readCacheRecords()).toEqual([]);
});

test.each([{ owner: 'liam' }, { mark: 'another-mark' }])(
  'nothing is stored if another person has signed in meanwhile: %o',
  async (theirs) => {
    const user = { ...kept(keyOf('readUser'), { id: 'liam' }), ...theirs };
    meanwhile = () => writeCacheRecords([user], []);
    await refreshCopy(`/bookings/${id}`);
    expect(await readCacheRecords()).toEqual([user]);
  },
);
