import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The tabs of one browser: a channel does not receive its own messages. */
let channels: Channel[] = [];
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    channels.push(this);
  }
  postMessage(data: unknown) {
    for (const channel of channels)
      if (channel !== this && channel.name === this.name) channel.onmessage?.({ data });
  }
}

/** Vitest's own second is short on a slow machine. */
const patiently = { timeout: 30_000 };

beforeEach(() => {
  channels = [];
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The parts of a browser that a sign-out uses. */
function standIn(): void {
  const storage = { getItem: () => null, setItem() {}, removeItem() {}, clear() {} };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('history', { replaceState() {} });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('BroadcastChannel', Channel);
}

/** A tab of its own; `told` counts how often it was told that its session has ended. */
async function aTab() {
  vi.resetModules();
  const { onUnauthorized, signedOut } = await import('../../lib/cache/query-client.ts');
  const { isHeld } = await import('../../lib/hold.ts');
  const { forgetEverything, forgetWithOthers, holdEverywhere } = await import('./forget.ts');
  const heard = { notices: 0, gone: false };
  onUnauthorized(() => {
    heard.notices += 1;
  });
  forgetWithOthers(() => {
    heard.gone = true;
  });
  return { heard, signedOut, isHeld, forgetEverything, holdEverywhere };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function countOf(name: string): Promise<Record<string, number>> {
  const db = await openDB(name);
  const counts = [...db.objectStoreNames].map(async (store) => [store, await db.count(store)]);
  db.close();
  return Object.fromEntries(await Promise.all(counts));
}

test('a sign-out removes photos also in a tab that can’t load any more code of its release', async () => {
  standIn();
  const { keepSeen } = await import('../photos/seen.ts');
  await keepSeen({ owner: 'mia', id: 'p1', size: 'small' }, new ArrayBuffer(3), 'image/webp');
  const { keepShared } = await import('../photos/shared.ts');
  await keepShared([new File(['gate'], 'gate.jpg', { type: 'image/jpeg' })], async () => 'mia');
  const gone = () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  for (const code of ['../photos/seen.ts', '../photos/shared.ts', '../push/push.ts']) vi.doMock(code, gone);
  vi.resetModules();
  const { forgetEverything } = await import('./forget.ts');
  await forgetEverything();
  expect(await countOf('hearthkeep-photos')).toEqual({ photos: 0, uses: 0 });
  expect(await countOf('hearthkeep-shared')).toEqual({ shares: 0 });
});

test('a tab beside the one that signs out forgets with it, and is never told that its session has ended', async () => {
  standIn();
  const replace = vi.fn();
  vi.stubGlobal('location', { replace });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [first, other] = [await aTab(), await aTab()];
  first.holdEverywhere();
  expect([first.isHeld(), other.isHeld()]).toEqual([true, true]);
  other.signedOut();
  await first.forgetEverything();
  await vi.waitUntil(() => replace.mock.calls.length > 0, patiently);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.isHeld()).toBe(true);
  expect(other.heard).toEqual({ notices: 0, gone: true });
});

test('a failed sign-out lets the other tabs continue, with the news that they missed', async () => {
  standIn();
  const [first, other] = [await aTab(), await aTab()];
  const goOn = first.holdEverywhere();
  other.signedOut();
  await settled();
  expect(other.heard).toEqual({ notices: 0, gone: false });
  goOn();
  await settled();
  expect([first.isHeld(), other.isHeld()]).toEqual([false, false]);
  expect(other.heard).toEqual({ notices: 1, gone: false });
  other.signedOut();
  expect(other.heard.notices).toBe(2);
});

test('a tab continues by itself after the one that signed out was closed', async () => {
  standIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [first, other] = [await aTab(), await aTab()];
  first.holdEverywhere();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(other.isHeld()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(other.isHeld()).toBe(false);
});

test('one of two tabs that sign out at once fails, and lets the other end the session', async () => {
  standIn();
  const [first, second] = [await aTab(), await aTab()];
  first.holdEverywhere();
  const goOn = second.holdEverywhere();
  goOn();
  expect([first.isHeld(), second.isHeld()]).toEqual([true, false]);
});

test('a tab of an older release, which forgets at any message, receives none before the session has ended', async () => {
  standIn();
  const first = await aTab();
  const older = new Channel('hearthkeep-forget');
  older.onmessage = vi.fn();
  first.holdEverywhere()();
  expect(older.onmessage).not.toHaveBeenCalled();
  await first.forgetEverything();
  expect(older.onmessage).toHaveBeenCalledOnce();
});

test('a tab told of a deleted account forgets everything, with the unsent work, and so do the others', async () => {
  standIn();
  const page = Object.assign(new EventTarget(), { cookie: 'hearthkeep-in=abc', visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const replace = vi.fn();
  vi.stubGlobal('location', { replace, pathname: '/bookings' });
  const other = await aTab();
  const tab = await aTab();
  const { outboxStore } = await import('../outbox/store.ts');
  const { outboxName } = await import('../outbox/database.ts');
  const { aQueuedMessage } = await import('../outbox/testing/entry.ts');
  const { seq: _seq, ...message } = aQueuedMessage('', { userId: 'mia' });
  await outboxStore.add(message);
  const waiting = async () => (await countOf(outboxName)).entries;
  expect(await waiting()).toBe(1);
  const { call } = await import('../../lib/api.ts');
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'account_deleted', message: 'Unauthorized: gone' }, { status: 401 }),
  );
  // All calls are held from then on, with their answers.
  void call('listBookings').catch(() => {});
  await vi.waitUntil(() => replace.mock.calls.length === 2, patiently);
  expect(replace.mock.calls).toEqual([['/'], ['/']]);
  expect([tab.heard, other.heard]).toEqual([
    { notices: 0, gone: true },
    { notices: 0, gone: true },
  ]);
  expect(await waiting()).toBe(0);
  expect(page.cookie).toBe('hearthkeep-in=; path=/; max-age=0');
});
