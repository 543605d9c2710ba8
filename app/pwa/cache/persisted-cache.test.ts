import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aStore } from '../storage/testing/stores.ts';

const userKey = ['/api', 'auth', 'user'];
const bookings = ['/api', 'bookings'];
const services = ['/api', 'services'];
const detail = (id: string) => ['/api', 'bookings', id];
const thread = (id: string) => ['/api', 'bookings', id, 'messages'];

let windowEvents: EventTarget;
const seals: (() => Promise<void>)[] = [];

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(async () => {
  // Writes under way must end before the page's globals are removed.
  for (const seal of seals.splice(0)) await seal().catch(() => {});
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of the app: its own modules and memory, on the device that all pages share. */
async function openPage(person?: string) {
  vi.resetModules();
  const { restoreCache, restoreNewer, sealCache } = await import('./persisted-cache.ts');
  const { clearCacheRecords, readCacheRecords, readCacheRecordsEarly } = await import('./cache-records.ts');
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  seals.push(sealCache);
  readCacheRecordsEarly();
  await restoreCache(client);
  if (person) client.setQueryData(userKey, { id: person });
  return {
    client,
    restoreNewer: () => restoreNewer(client),
    sealCache,
    clearCacheRecords,
    hide: () => windowEvents.dispatchEvent(new Event('pagehide')),
    stored: async () => (await readCacheRecords()).map(({ query }) => query.queryKey.join('/')).sort(),
  };
}

test('stored answers are there before the next page renders, and are read again when shown', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['a booking']);
  page.hide();
  const next = await openPage();
  expect(next.client.getQueryData(bookings)).toEqual(['a booking']);
  expect(next.client.getQueryState(bookings)?.isInvalidated).toBe(true);
});

test('a thread read just before the page is left is stored', async () => {
  const page = await openPage('anna');
  page.hide();
  page.client.setQueryData(thread('b1'), ['hello']);
  page.hide();
  const next = await openPage();
  expect(next.client.getQueryData(thread('b1'))).toEqual(['hello']);
});

test('an answer whose write the browser aborts with the page is stored all the same, for its reader alone', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', aStore(kept));
  const signedIn = (person: string) =>
    vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: `hearthkeep-in=${person}` }));
  signedIn('anna');
  const page = await openPage('anna');
  page.client.setQueryData(thread('b1'), []);
  page.hide();
  await expect.poll(page.stored).toContain(thread('b1').join('/'));
  const given = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The page is going away', 'InvalidStateError');
  });
  // An own message is added in the same way, and makes the thread no newer.
  const updatedAt = page.client.getQueryState(thread('b1'))?.dataUpdatedAt ?? 0;
  page.client.setQueryData(thread('b1'), ['hello'], { updatedAt });
  page.hide();
  given.mockRestore();
  const unwritten = [...kept];
  expect(unwritten).toHaveLength(1);

  const next = await openPage();
  expect(next.client.getQueryData(thread('b1'))).toEqual(['hello']);
  expect(await next.stored()).toContain(thread('b1').join('/'));
  expect([...kept]).toEqual([]);

  for (const [name, value] of unwritten) kept.set(name, value);
  signedIn('bob');
  const bobs = await openPage();
  expect(bobs.client.getQueryData(thread('b1'))).toBeUndefined();
  expect(await bobs.stored()).toEqual([]);
  expect([...kept]).toEqual([]);
});

test('newer answers of the worker or another tab are taken over on request, and older ones are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['read here']);
  page.hide();
  const other = await openPage();
  vi.advanceTimersByTime(1000);
  other.client.setQueryData(thread('b1'), ['stored since']);
  other.hide();
  vi.advanceTimersByTime(1000);
  page.client.setQueryData(bookings, ['read here again']);
  await page.restoreNewer();
  expect(page.client.getQueryData(thread('b1'))).toEqual(['stored since']);
  expect(page.client.getQueryData(bookings)).toEqual(['read here again']);
});

test('two tabs each store what they have read', async () => {
  const one = await openPage('anna');
  one.hide();
  const two = await openPage();
  one.client.setQueryData(thread('b1'), ['from one']);
  one.hide();
  two.client.setQueryData(thread('b2'), ['from two']);
  two.hide();
  const next = await openPage();
  expect(next.client.getQueryData(thread('b1'))).toEqual(['from one']);
  expect(next.client.getQueryData(thread('b2'))).toEqual(['from two']);
});

test('an administrator’s device stores threads of their own bookings only, and drops stored threads of customers', async () => {
  const before = await openPage('anna');
  before.client.setQueryData(bookings, [{ id: 'own' }]);
  before.client.setQueryData(thread('own'), ['mine']);
  before.client.setQueryData(thread('theirs'), ['kept by an older app']);
  before.client.setQueryData(detail('theirs'), ['kept by an older app']);
  before.hide();
  before.client.setQueryData(userKey, { id: 'anna', role: 'admin' });
  before.hide();
  const page = await openPage();
  expect(page.client.getQueryData(thread('own'))).toEqual(['mine']);
  expect(page.client.getQueryData(thread('theirs'))).toBeUndefined();
  expect(await page.stored()).toEqual(['/api/auth/user', '/api/bookings', '/api/bookings/own/messages']);
  page.client.setQueryData(thread('own'), ['mine', 'theirs']);
  page.client.setQueryData(thread('theirs'), ['read by the team']);
  page.client.setQueryData(detail('theirs'), ['read by the team']);
  page.hide();
  const next = await openPage();
  expect(next.client.getQueryData(thread('own'))).toEqual(['mine', 'theirs']);
  expect(next.client.getQueryData(thread('theirs'))).toBeUndefined();
  expect(next.client.getQueryData(detail('theirs'))).toBeUndefined();
});

test('an administrator’s device without a read list stores no thread', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(userKey, { id: 'anna', role: 'admin' });
  page.client.setQueryData(thread('b1'), ['hello']);
  page.hide();
  expect(await page.stored()).toEqual(['/api/auth/user']);
});

test('another person’s sign-in removes the first person’s data from screen and storage', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['anna’s']);
  page.client.setQueryData(services, ['cleaning']);
  page.hide();
  const next = await openPage('bob');
  expect(next.client.getQueryData(bookings)).toBeUndefined();
  expect(next.client.getQueryData(services)).toEqual(['cleaning']);
  next.hide();
  expect(await next.stored()).toEqual(['/api/auth/user', '/api/services']);
});

test('another person’s sign-in before the start keeps the first person’s data from being restored', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: 'hearthkeep-in=anna' }));
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['anna’s']);
  page.hide();
  expect((await openPage()).client.getQueryData(bookings)).toEqual(['anna’s']);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: 'hearthkeep-in=bob' }));
  const next = await openPage();
  expect(next.client.getQueryData(userKey)).toBeUndefined();
  expect(next.client.getQueryData(bookings)).toBeUndefined();
});

test('records of an earlier person written by another tab are dropped at the next start', async () => {
  const late = await openPage('anna');
  late.hide();
  const bob = await openPage('bob');
  bob.hide();
  late.client.setQueryData(bookings, ['anna’s']);
  windowEvents.dispatchEvent(new Event('pagehide'));
  const next = await openPage();
  expect(next.client.getQueryData(userKey)).toEqual({ id: 'bob' });
  expect(next.client.getQueryData(bookings)).toBeUndefined();
});

test('a late answer after a sign-out restores nothing', async () => {
  const page = await openPage('anna');
  page.hide();
  await page.sealCache();
  await page.clearCacheRecords();
  page.client.setQueryData(bookings, ['late']);
  page.hide();
  expect(await page.stored()).toEqual([]);
});

test('a failed repeated read leaves the record unchanged', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['stored']);
  page.hide();
  await page.client
    .fetchQuery({ queryKey: bookings, queryFn: () => Promise.reject(new Error('away')), retry: false })
    .catch(() => {});
  page.hide();
  expect((await openPage()).client.getQueryData(bookings)).toEqual(['stored']);
});

test('a storage that never answers delays the start by no more than 400 ms', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  vi.stubGlobal('IDBRequest', EventTarget);
  vi.resetModules();
  const { restoreCache } = await import('./persisted-cache.ts');
  const restored = restoreCache(new QueryClient());
  await vi.advanceTimersByTimeAsync(400);
  await expect(restored).resolves.toBeUndefined();
});

test('a device that can store nothing starts at once and continues', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  vi.resetModules();
  const { restoreCache } = await import('./persisted-cache.ts');
  const client = new QueryClient();
  await restoreCache(client);
  client.setQueryData(bookings, ['read']);
  windowEvents.dispatchEvent(new Event('pagehide'));
  expect(client.getQueryData(bookings)).toEqual(['read']);
});

test('records of a newer release in another shape are dropped by an older one, which continues to store', async () => {
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('hearthkeep-cache', 99);
    opening.onupgradeneeded = () => opening.result.createObjectStore('answers');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  // A tab of the newer release closes its connection as this one does.
  newer.onversionchange = () => newer.close();
  const page = await openPage('ann');
  page.client.setQueryData(bookings, [{ id: 'b' }]);
  page.hide();
  await expect.poll(page.stored).toContain(bookings.join('/'));
});

test('answers of the version before are read with the numbers to dial', async () => {
  const old = await openDB('hearthkeep-cache', 2, {
    upgrade: (db) => void db.createObjectStore('queries', { keyPath: 'hash' }),
  });
  const records = [
    { queryKey: ['/api', 'config'], owner: null, data: { supportPhone: '(02) 9999 1234' } },
    { queryKey: userKey, owner: 'anna', data: { id: 'anna', conciergeContact: '+61 2 9999 1234' } },
    { queryKey: bookings, owner: 'anna', data: ['a booking'] },
  ];
  for (const { queryKey, owner, data } of records) {
    const hash = JSON.stringify(queryKey);
    const state = { data, dataUpdatedAt: Date.now(), status: 'success' };
    await old.put('queries', { hash, owner, mark: null, query: { queryKey, queryHash: hash, state } });
  }
  old.close();
  const { client } = await openPage();
  expect(client.getQueryData(['/api', 'config'])).toMatchObject({ supportTel: '0299991234' });
  expect(client.getQueryData(userKey)).toMatchObject({ conciergeTel: '+61299991234' });
  expect(client.getQueryData(bookings)).toEqual(['a booking']);
});
