import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';

const userKey = keyOf('readUser');
const bookingsKey = keyOf('listBookings');
const mia = { id: 'mia' } as User;
const bookings = [{ id: 'b1', notes: 'The key is under the fern' }] as unknown as Booking[];

let plain: Map<string, string>;
beforeEach(() => {
  plain = new Map();
  const storage = {
    getItem: (key: string) => plain.get(key) ?? null,
    setItem: (key: string, value: string) => plain.set(key, value),
    removeItem: (key: string) => plain.delete(key),
  };
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '' }));
});

/** A starting page of the app, on the device that all pages share. */
async function openPage() {
  vi.resetModules();
  const { queryClient } = await import('../../lib/cache/query-client.ts');
  const cache = await import('../cache/persisted-cache.ts');
  const { forgetRead } = await import('./forget-read.ts');
  const records = await import('../cache/cache-records.ts');
  const { outboxStore } = await import('../outbox/store.ts');
  await cache.restoreCache(queryClient);
  return { ...cache, ...records, queryClient, forgetRead, outboxStore };
}

async function openPageOfMia() {
  const page = await openPage();
  page.queryClient.setQueryData(userKey, mia);
  page.queryClient.setQueryData(bookingsKey, bookings);
  await expect.poll(page.readCacheRecords).toHaveLength(2);
  return page;
}

test('a 401 removes all read data from the device and the memory, and keeps unsent work', async () => {
  const page = await openPageOfMia();
  const { aQueuedMessage, storedMessage } = await import('../outbox/testing/entry.ts');
  const sent = await page.outboxStore.add(aQueuedMessage('', { userId: 'mia', clientId: 'c1' }));
  await page.outboxStore.deliver(sent, storedMessage(sent as never), 1);
  const waits = await page.outboxStore.add(aQueuedMessage('', { userId: 'mia', clientId: 'c2', seq: 2 }));
  await page.forgetRead();
  expect(await page.readCacheRecords()).toEqual([]);
  expect(page.queryClient.getQueryData(bookingsKey)).toBeUndefined();
  expect(await page.outboxStore.takeDelivered('mia')).toEqual([]);
  expect(await page.outboxStore.list('mia')).toEqual([waits]);
  expect([...plain]).toEqual([]);
});

test('a page killed at its 401, or with a hung storage, leaves the removal to the next start', async () => {
  const page = await openPageOfMia();
  const real = indexedDB;
  vi.stubGlobal('indexedDB', { open: () => ({}), databases: async () => [] });
  void page.forgetRead();
  await new Promise((resolve) => setTimeout(resolve, 50));
  page.dropCacheRecords();
  vi.stubGlobal('indexedDB', real);
  const next = await openPage();
  expect(next.queryClient.getQueryData(userKey)).toBeUndefined();
  expect(next.queryClient.getQueryData(bookingsKey)).toBeUndefined();
  expect(await next.readCacheRecords()).toEqual([]);
  expect([...plain]).toEqual([]);
});

test('a screen that stays after a 401 shows nobody’s data, also when the next read of the person fails', async () => {
  const { sessionOf } = await import('../../lib/session.ts');
  const { NetworkError } = await import('../../lib/api.ts');
  const page = await openPageOfMia();
  await page.forgetRead();
  page.forgetShown(page.queryClient);
  await page.queryClient
    .fetchQuery({ queryKey: userKey, queryFn: () => Promise.reject(new NetworkError('lost')) })
    .catch(() => {});
  const { data, error } = page.queryClient.getQueryState<User>(userKey) ?? {};
  expect(sessionOf({ data, error, pending: false })).toEqual({ user: null, status: 'unreachable' });
});

test('the app is told of every call answered 401, from any caller, but not of a portal’s', async () => {
  const { onUnauthorized } = await import('../../lib/cache/query-client.ts');
  const { call, readFile } = await import('../../lib/api.ts');
  const reports: (string | null)[] = [];
  onUnauthorized((path) => reports.push(path));
  const answer = (body: string) =>
    vi.stubGlobal(
      'fetch',
      async () => new Response(body, { status: 401, headers: { 'content-type': 'application/json' } }),
    );
  answer('{"code":"unauthorized","message":"Unauthorized"}');
  await call('listBookings').catch(() => {});
  await readFile('/api/photos/p1', AbortSignal.timeout(1000)).catch(() => {});
  answer('{"portal":"Pay here"}');
  await call('listBookings').catch(() => {});
  expect(reports).toEqual(['/api/bookings', '/api/photos/p1']);
});

test('a tab beside the one that received the 401 is told', async () => {
  const first = await openPage();
  const other = await openPage();
  const { onUnauthorized } = await import('../../lib/cache/query-client.ts');
  const { forgetWithOthers } = await import('./forget.ts');
  const reports = vi.fn();
  onUnauthorized(reports);
  forgetWithOthers(() => {});
  await first.forgetRead();
  await expect.poll(() => reports.mock.calls.length).toBeGreaterThan(0);
  expect(other.queryClient).not.toBe(first.queryClient);
});
