import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aQueuedMessage } from '../../pwa/outbox/testing/entry.ts';
import type { PreparedPhoto } from '../../pwa/photos/prepare.ts';

/** The device's preparation of files, one after the other; an empty file is no photo. */
let prepare: (file: Blob) => Promise<PreparedPhoto>;
vi.mock('../../pwa/photos/prepare.ts', () => ({ preparePhoto: (file: Blob) => prepare(file) }));

/** The tabs of one browser: a channel does not receive its own messages. */
let tabs: Channel[] = [];
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    tabs.push(this);
  }
  postMessage(data: unknown) {
    for (const tab of tabs) if (tab !== this) tab.onmessage?.({ data: structuredClone(data) });
  }
}

/** The events of the browser's window. */
let page: EventTarget;
beforeEach(() => {
  tabs = [];
  page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('document', { cookie: 'hearthkeep-in=mia' });
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('indexedDB', new IDBFactory());
  prepare = async (file) => {
    if (!file.size) throw new Error('No photo');
    return { bytes: await file.arrayBuffer(), type: 'image/webp', width: 4, height: 3 };
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const aTab = async () => {
  vi.resetModules();
  const { outboxStore } = await import('../../pwa/outbox/store.ts');
  return { store: outboxStore, ...(await import('./draft-photos.ts')) };
};
type Tab = Awaited<ReturnType<typeof aTab>>;
/** The photos by the ids under which they were chosen or shared. */
const keptIn = async ({ store }: Tab, bookingId = 'b1') =>
  (await store.readDraftPhotos('mia', bookingId)).map(({ id, shared = id }) => shared).sort();
const places = (...ids: string[]) => ids.map((id) => ({ id, file: new Blob([id]) }));

test('each photo is stored and reported to the visible message before the next is made', async () => {
  const tab = await aTab();
  const answers: string[][] = [];
  const reads: Promise<unknown>[] = [];
  tab.onDraftPhotos((bookingId) => {
    expect(bookingId).toBe('b1');
    reads.push(keptIn(tab).then((ids) => answers.push(ids)));
  });
  const made: [string, boolean][] = [];
  await tab.makeDraftPhotos(
    'mia',
    'b1',
    [...places('p1'), { id: 'none', file: new Blob() }, ...places('p2')],
    (id, photo) => made.push([id, photo?.stored ?? false]),
  );
  await Promise.all(reads);
  expect(made).toEqual([
    ['p1', true],
    ['none', false],
    ['p2', true],
  ]);
  expect(answers).toContainEqual(['p1']);
  expect(answers.at(-1)).toEqual(['p1', 'p2']);
});

test('a photo removed while it is made, or while it is stored, does not return', async () => {
  const tab = await aTab();
  const whileMade = prepare;
  prepare = async (file) => {
    const photo = await whileMade(file);
    if ((await file.text()) === 'p1') tab.dropDraftPhotos('b1', ['p1', 'p2']);
    return photo;
  };
  const { saveDraftPhotos } = tab.store;
  vi.spyOn(tab.store, 'saveDraftPhotos').mockImplementation(async (photos) => {
    if (photos.some(({ id }) => id === 'p3')) tab.dropDraftPhotos('b1', ['p3']);
    // A photo that is dropped at once was not stored yet.
    await keptIn(tab);
    await saveDraftPhotos(photos);
  });
  const made: string[] = [];
  await tab.makeDraftPhotos('mia', 'b1', places('p1', 'p2', 'p3', 'p4'), (id) => made.push(id));
  expect(made).toEqual(['p4']);
  expect(await keptIn(tab)).toEqual(['p4']);
});

test('a page that makes photos is not reloaded, asks before it is left, and reports one that the device could not store', async () => {
  const tab = await aTab();
  const { isReloadHeld } = await import('../../lib/reload-hold.ts');
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const held: boolean[] = [];
  const make = prepare;
  prepare = (file) => {
    held.push(isReloadHeld() && asks());
    return make(file);
  };
  vi.spyOn(tab.store, 'saveDraftPhotos').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  const stored: (boolean | undefined)[] = [];
  await tab.makeDraftPhotos('mia', 'b1', places('p1'), (_, photo) => stored.push(photo?.stored));
  await tab.addDraftPhotos('mia', 'b1', places('p2')).catch(() => {});
  expect(held).toEqual([true, true]);
  expect(stored).toEqual([false]);
  expect([isReloadHeld(), asks()]).toEqual([false, false]);
});

test('photos sent with a message leave its draft in the other tabs too, and are not read there again', async () => {
  const [one, other] = [await aTab(), await aTab()];
  await one.makeDraftPhotos('mia', 'b1', places('p1', 'p2'), () => {});
  const heard: string[] = [];
  other.onDraftPhotos((bookingId) => heard.push(bookingId));
  one.dropDraftPhotos('b1', ['p1']);
  expect(heard).toEqual(['b1']);
  expect([other.isDraftGone('p1'), other.isDraftGone('p2')]).toEqual([true, false]);
  await expect.poll(() => keptIn(other)).toEqual(['p2']);
});

test('a share is stored whole or not at all, and is there once when it is chosen again', async () => {
  const tab = await aTab();
  const shared = [...places('p1', 'p2'), { id: 'none', file: new Blob() }];
  const save = vi.spyOn(tab.store, 'saveDraftPhotos');
  save.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
  await expect(tab.addDraftPhotos('mia', 'b1', shared)).rejects.toThrow();
  expect(await keptIn(tab)).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    expect(await tab.addDraftPhotos('mia', 'b1', shared)).toEqual({ tooMany: 0, unreadable: 1 });
  expect(await keptIn(tab)).toEqual(['p1', 'p2']);
});

test('a share chosen in two tabs at once for one message is in it once', async () => {
  const tabs = [await aTab(), await aTab()];
  const shared = places('p1', 'p2');
  await Promise.all(tabs.map((tab) => tab.addDraftPhotos('mia', 'b1', shared)));
  expect(await keptIn(await aTab())).toEqual(['p1', 'p2']);
});

test('a share chosen for another message too is a separate photo in each', async () => {
  const tab = await aTab();
  const write = async (bookingId: string) => {
    const photos = await tab.store.readDraftPhotos('mia', bookingId);
    const photoIds = photos.map(({ id }) => id);
    const { seq: _, ...entry } = aQueuedMessage('', { bookingId });
    const work = { kind: 'message', message: '', photoIds };
    return tab.store.add({ ...entry, work }, photos);
  };
  const shared = places('p1', 'p2');
  await tab.addDraftPhotos('mia', 'b1', shared);
  await tab.addDraftPhotos('mia', 'b2', shared);
  // The photos are still in the first message.
  expect([await keptIn(tab, 'b1'), await keptIn(tab, 'b2')]).toEqual([
    ['p1', 'p2'],
    ['p1', 'p2'],
  ]);
  const written = [await write('b1'), await write('b2')];
  // One photo waits with its message, or the server has it: the next message gets it all the same.
  await tab.addDraftPhotos('mia', 'b1', shared);
  written.push(await write('b1'));
  const ids = written.flatMap(({ work }) => work.photoIds ?? []);
  expect(new Set(ids).size).toBe(6);
  for (const id of ids) expect(await tab.store.readPhoto(id)).toMatchObject({ id });
});

test('a share gives a message as many photos as have room', async () => {
  const tab = await aTab();
  const ids = Array.from({ length: 10 }, (_, n) => `p${n}`);
  await tab.addDraftPhotos('mia', 'b1', places(...ids.slice(0, 8)));
  // The first photos are there already, and take no more room.
  expect(await tab.addDraftPhotos('mia', 'b1', places(...ids, 'q1'))).toMatchObject({ tooMany: 1 });
  expect(await keptIn(tab)).toEqual(ids);
});

test('a photo being made has a place wherever its message is shown, and takes room from shares', async () => {
  const tab = await aTab();
  const seen: string[] = [];
  const show = () => {
    const shown = [...tab.photosInHand('b1')].map(([id, made]) => (made ? `${id} made` : id));
    seen.push(shown.join(', '));
  };
  tab.onDraftPhotos(show);
  const making = tab.makeDraftPhotos('mia', 'b1', places('p1', 'p2'), () => {});
  const ids = Array.from({ length: 9 }, (_, n) => `s${n}`);
  expect(await tab.addDraftPhotos('mia', 'b1', places(...ids))).toMatchObject({ tooMany: 1 });
  await making;
  expect(seen[0]).toBe('p1, p2');
  expect(seen.some((shown) => shown.startsWith('p1 made, p2'))).toBe(true);
  // Finished photos are read from the device.
  expect(tab.photosInHand('b1').size).toBe(0);
  expect(await keptIn(tab)).toHaveLength(10);
});

test('a share being made takes room too, and none after it could not be stored', async () => {
  const tab = await aTab();
  vi.spyOn(tab.store, 'saveDraftPhotos').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  let most = 0;
  tab.onDraftPhotos(() => {
    most = Math.max(most, tab.photosInHand('b1').size);
  });
  await expect(tab.addDraftPhotos('mia', 'b1', places('p1', 'p2'))).rejects.toThrow();
  expect(most).toBe(2);
  expect(tab.photosInHand('b1').size).toBe(0);
});

test('a photo that the device could not store is handed on until it is removed or sent', async () => {
  const tab = await aTab();
  vi.spyOn(tab.store, 'saveDraftPhotos').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  await tab.makeDraftPhotos('mia', 'b1', [...places('p1', 'p2'), { id: 'none', file: new Blob() }], () => {});
  expect([...tab.photosInHand('b1').keys()]).toEqual(['p1', 'p2']);
  expect(tab.photosInHand('b1').get('p1')).toMatchObject({ stored: false, kept: { id: 'p1' } });
  tab.dropDraftPhotos('b1', ['p1']);
  expect([...tab.photosInHand('b1').keys()]).toEqual(['p2']);
  expect(tab.photosInHand('b2').size).toBe(0);
});

test('photos that only the page has are counted over all bookings: those being made, and those not stored', async () => {
  const tab = await aTab();
  const { countInHand } = await import('../../pwa/photos/in-hand.ts');
  await tab.makeDraftPhotos('mia', 'b1', places('p1'), () => {});
  expect(countInHand()).toBe(0);
  vi.spyOn(tab.store, 'saveDraftPhotos').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  await tab.makeDraftPhotos('mia', 'b1', places('p2'), () => {});
  const making = tab.makeDraftPhotos('mia', 'b2', places('p3', 'p4'), () => {});
  expect(countInHand()).toBe(3);
  await making;
  tab.dropDraftPhotos('b2', ['p3', 'p4']);
  expect(countInHand()).toBe(1);
});
