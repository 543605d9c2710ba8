import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const userKey = ['/api', 'auth', 'user'];
const bookings = ['/api', 'bookings'];
const services = ['/api', 'services'];
const thread = (id: string) => ['/api', 'bookings', id, 'messages'];

let windowEvents: EventTarget;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of the app: its own modules and memory, on the device that all share. */
async function openPage(person?: string) {
  vi.resetModules();
  const { restoreCache, sealCache } = await import('./persisted-cache.ts');
  const { clearCacheRecords, readCacheRecords } = await import('./cache-records.ts');
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  await restoreCache(client);
  if (person) client.setQueryData(userKey, { id: person });
  return {
    client,
    sealCache,
    clearCacheRecords,
    hide: () => windowEvents.dispatchEvent(new Event('pagehide')),
    stored: async () => (await readCacheRecords()).map(({ query }) => query.queryKey.join('/')).sort(),
  };
}

test('what was read is there before the next page renders, to be read again when it is looked at', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['a booking']);
  page.hide();
  const next = await openPage();
  expect(next.client.getQueryData(bookings)).toEqual(['a booking']);
  expect(next.client.getQueryState(bookings)?.isInvalidated).toBe(true);
});

test('a thread read just before the page goes away is kept', async () => {
  const page = await openPage('anna');
  page.hide();
  page.client.setQueryData(thread('b1'), ['hello']);
  page.hide();
  const next = await openPage();
  expect(next.client.getQueryData(thread('b1'))).toEqual(['hello']);
});

test('two tabs keep what each has read', async () => {
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

test('when somebody else is signed in, nothing of the first person is shown or kept', async () => {
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

test('when somebody else has signed in meanwhile, nothing of the first person is even brought back', async () => {
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

test('what another tab wrote for the person before is dropped at the next start', async () => {
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

test('after a sign-out a late answer brings nothing back', async () => {
  const page = await openPage('anna');
  page.hide();
  await page.sealCache();
  await page.clearCacheRecords();
  page.client.setQueryData(bookings, ['late']);
  page.hide();
  expect(await page.stored()).toEqual([]);
});

test('what failed to be read again stays as it was', async () => {
  const page = await openPage('anna');
  page.client.setQueryData(bookings, ['stored']);
  page.hide();
  await page.client
    .fetchQuery({ queryKey: bookings, queryFn: () => Promise.reject(new Error('away')), retry: false })
    .catch(() => {});
  page.hide();
  expect((await openPage()).client.getQueryData(bookings)).toEqual(['stored']);
});

test('a device whose storage never answers holds the start up for no longer than 400 ms', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  vi.stubGlobal('IDBRequest', EventTarget);
  vi.resetModules();
  const { restoreCache } = await import('./persisted-cache.ts');
  const restored = restoreCache(new QueryClient());
  await vi.advanceTimersByTimeAsync(400);
  await expect(restored).resolves.toBeUndefined();
});

test('a device that keeps nothing starts at once and goes on', async () => {
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
