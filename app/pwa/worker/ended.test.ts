import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearCacheRecords, readCacheRecords, writeCacheRecords } from '../cache/cache-records.ts';
import { outboxNews } from '../outbox/news.ts';
import { outboxStore } from '../outbox/store.ts';
import { aQueuedMessage } from '../outbox/testing/entry.ts';
import { keepSeen, readSeen } from '../photos/seen.ts';
import { endingsName, forgetName } from '../sign-out/endings.ts';
import { refreshCopy } from './push-copy.ts';
import { renewPush } from './push-renewal.ts';
import { type SyncEvent, sendOnSync } from './sync-outbox.ts';

const photo = { owner: 'mia', id: 'p1', size: 'small' } as const;
const close = vi.fn();
const messages: unknown[] = [];
let tab: BroadcastChannel;

const kept = (queryKey: string[], data: unknown, owner = 'mia') => ({
  hash: JSON.stringify(queryKey),
  owner,
  mark: null,
  query: { queryHash: JSON.stringify(queryKey), queryKey, state: { data, dataUpdatedAt: 1 } } as never,
});
const userOf = (id: string) => kept(['/api', 'auth', 'user'], { id }, id);

/** Answers every call with 401 and this body, after an optional step. */
function answerWith(body: string, before = async () => {}): void {
  vi.stubGlobal('fetch', async () => {
    await before();
    return new Response(body, { status: 401, headers: { 'content-type': 'application/json' } });
  });
}

/** Runs the worker's handler of an event to its end. */
async function worked(handle: (event: never) => void, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (given: Promise<unknown>) => {
    work = given;
  };
  handle({ ...event, waitUntil } as never);
  await work.catch(() => {});
}

const meetings: Record<string, () => Promise<void>> = {
  'Background Sync': () => worked(sendOnSync, { tag: outboxNews } as SyncEvent),
  'a subscription’s renewal': () => worked(renewPush, {}),
  'a notification': () => refreshCopy('/bookings/b1'),
};

beforeEach(async () => {
  messages.length = 0;
  close.mockClear();
  tab = new BroadcastChannel(endingsName);
  tab.onmessage = ({ data }: MessageEvent) => messages.push(data);
  vi.stubGlobal('self', { registration: { getNotifications: async () => [{ close }] } });
  await clearCacheRecords();
  await outboxStore.clear();
  await writeCacheRecords([userOf('mia'), kept(['/api', 'bookings'], [{ id: 'b1' }])], []);
  await keepSeen(photo, new ArrayBuffer(3), 'image/webp');
});
afterEach(() => {
  tab.close();
  vi.unstubAllGlobals();
});

test.each(Object.entries(meetings))(
  '%s that receives the end of the session removes the read data',
  async (_, meet) => {
    answerWith('{"code":"unauthorized","message":"Unauthorized"}');
    const { seq: _seq, ...message } = aQueuedMessage('', { userId: 'mia' });
    await outboxStore.add(message);
    await meet();
    expect(await readCacheRecords()).toEqual([]);
    expect(await readSeen(photo)).toBeUndefined();
    expect(close).toHaveBeenCalledOnce();
    expect(await outboxStore.list('mia')).toHaveLength(1);
    await expect.poll(() => messages).toEqual(['ended']);
  },
);

test.each(Object.entries(meetings))(
  '%s that receives the end of the account also removes waiting work, and makes every open page forget',
  async (_, meet) => {
    answerWith('{"code":"account_deleted","message":"Unauthorized: this account was deleted"}');
    const pages = new BroadcastChannel(forgetName);
    const heard = new Promise((resolve) => {
      pages.onmessage = resolve;
    });
    const { seq: _seq, ...message } = aQueuedMessage('', { userId: 'mia' });
    await outboxStore.add(message);
    await meet();
    expect(await readCacheRecords()).toEqual([]);
    expect(await readSeen(photo)).toBeUndefined();
    expect(await outboxStore.list('mia')).toEqual([]);
    await heard;
    pages.close();
    expect(messages).toEqual([]);
  },
);

test.each(Object.entries(meetings))(
  '%s that receives a portal’s 401, or none, removes nothing',
  async (_, meet) => {
    answerWith('{"login":"Room 12"}');
    await meet();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await meet();
    expect(await readCacheRecords()).toHaveLength(2);
    expect(close).not.toHaveBeenCalled();
  },
);

test.each(['mia', 'ben'])(
  'a session that ends during the worker’s send removes its person’s read data, and nobody else’s (read by %s)',
  async (reader) => {
    const answers = [
      new Response('{"id":"mia"}', { headers: { 'content-type': 'application/json' } }),
      new Response('{"code":"unauthorized","message":"Unauthorized"}', { status: 401 }),
    ];
    vi.stubGlobal('fetch', async () => answers.shift());
    await writeCacheRecords([userOf(reader)], []);
    const { seq: _seq, ...message } = aQueuedMessage('', { userId: 'mia' });
    await outboxStore.add(message);
    await worked(sendOnSync, { tag: outboxNews } as SyncEvent);
    expect(answers).toEqual([]);
    expect(await readCacheRecords()).toHaveLength(reader === 'mia' ? 0 : 2);
    expect(await outboxStore.list('mia')).toHaveLength(1);
  },
);

test('data read by another person who signed in meanwhile stays', async () => {
  const another = () => writeCacheRecords([userOf('ben')], []);
  answerWith('{"code":"unauthorized","message":"Unauthorized"}', another);
  await refreshCopy('/bookings/b1');
  expect(await readCacheRecords()).toHaveLength(2);
});
