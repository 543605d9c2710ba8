import {
  dehydrate,
  hashKey,
  hydrate,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { Booking, User } from '../../../api/contract/entities.ts';
import { keyOf } from '../../lib/api.ts';
import { personMark } from '../../lib/session.ts';
import { readPlain, writePlain } from '../storage/plain-storage.ts';
import {
  type CacheRecord,
  clearCacheRecords,
  dropCacheRecords,
  readCacheRecords,
  takeCacheRecords,
  writeCacheRecords,
} from './cache-records.ts';
import { dropLastRead, keepLastRead, lastRead } from './last-read.ts';

const maxAgeMs = 90 * 24 * 60 * 60 * 1000;
const patienceMs = 400;
const throttleMs = 250;

/** Stands in plain storage from a 401 until what was read is gone: a page that is killed in between leaves the rest. */
const toForget = 'hearthkeep-to-forget';

let writing: Promise<void> = Promise.resolve();
/** After a sign-out nothing is written any more: a late answer must not bring back what was forgotten. */
let sealed = false;

const userKey = keyOf('readUser');
const bookingsKey = keyOf('listBookings');
const common = new Set([keyOf('readConfig'), keyOf('listCategories'), keyOf('listServices')].map(hashKey));
const isAnswer = (query: Query) => query.state.status === 'success' && query.queryKey[0] === '/api';

/**
 * What the team reads of its customers is kept on no device. An administrator reads a customer's thread where the
 * customer does: of what stands beneath a booking, theirs is what belongs to a booking in their own list.
 * @param read what is known under a key
 */
export function mayKeep(queryKey: QueryKey, read: <T>(key: QueryKey) => T | undefined): boolean {
  const [, feature, id] = queryKey;
  if (feature === 'admin') return false;
  if (feature !== 'bookings' || id === undefined) return true;
  if (read<User>(userKey)?.role !== 'admin') return true;
  return read<Booking[]>(bookingsKey)?.some((booking) => booking.id === id) ?? false;
}

/**
 * Brings back what was read on this device, before the first render, and from then on follows what is read; never
 * takes longer than 400 ms. Where IndexedDB hangs, the app goes on without, and what arrives late fills only what
 * is still empty.
 */
export async function restoreCache(client: QueryClient): Promise<void> {
  const start = performance.now();
  const restored = restore(client).then(
    () => {
      performance.measure('hearthkeep-restore', { start });
      follow(client);
    },
    () => {
      // This device keeps nothing: the app goes on with what it reads.
    },
  );
  await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Brings in what the worker has stored since, such as what a notification tells of; waits as little. */
export async function restoreNewer(client: QueryClient): Promise<void> {
  const restored = restore(client).catch(() => {});
  await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

async function restore(client: QueryClient): Promise<void> {
  const toGo = readPlain(toForget);
  if (toGo) await dropKept();
  const written = await (toGo ? readCacheRecords() : takeCacheRecords());
  if (sealed) return;
  const late = newerOf(lastRead(), written);
  const records = [...written.filter(({ hash }) => !late.some((record) => record.hash === hash)), ...late];
  const oldest = Date.now() - maxAgeMs;
  const user = ownerOf(records, client.getQueryData<User>(userKey)?.id);
  const stored = <T>(key: QueryKey): T | undefined => {
    const record = records.find(({ hash }) => hash === hashKey(key));
    return record?.query.state.data as T | undefined;
  };
  const good = records.filter(
    ({ owner, query }) =>
      query.state.dataUpdatedAt > oldest &&
      (owner === null || owner === user) &&
      mayKeep(query.queryKey, stored),
  );
  // It may be old: whoever looks at it asks again.
  const queries = good.map(({ query }) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
  hydrate(client, { queries, mutations: [] });
  const gone = records.filter((record) => !good.includes(record)).map(({ hash }) => hash);
  const kept = late.filter((record) => good.includes(record));
  if (gone.length || kept.length) await writeCacheRecords(kept, gone);
  dropLastRead();
}

/** What of `late` was read after what is written under the same hash, or has had something added to it since. */
const newerOf = (late: CacheRecord[], written: CacheRecord[]): CacheRecord[] =>
  late.filter(({ hash, query }) => {
    const before = written.find((record) => record.hash === hash);
    return !before || before.query.state.dataUpdatedAt <= query.state.dataUpdatedAt;
  });

/** Whose the stored copy is; nobody's when somebody else has signed in on this device since. */
function ownerOf(records: CacheRecord[], known: string | undefined): string | null {
  const record = records.find((r) => r.hash === hashKey(userKey));
  const mark = personMark();
  if (!record || (known && known !== record.owner) || (mark && mark !== record.mark)) return null;
  return record.owner;
}

/**
 * Writes through on change, a few times a second at most, and at once when the page may be ended. A record a
 * query, so that no tab writes over what another has read since.
 */
function follow(client: QueryClient): void {
  const cache = client.getQueryCache();
  const read = <T>(key: QueryKey) => client.getQueryData<T>(key);
  const currentUser = () => read<User>(userKey)?.id ?? null;
  // What the network brought while the device was still reading.
  const early = cache.getAll().filter((query) => isAnswer(query) && !query.state.isInvalidated);
  const unsaved = new Set(early.map(({ queryHash }) => queryHash));
  /** On its way to the device, and lost there if the page goes first. */
  const underWay = new Set<CacheRecord>();
  let owner = currentUser();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (sealed || !unsaved.size) return;
    const { queries } = dehydrate(client, {
      shouldDehydrateQuery: (query) =>
        unsaved.has(query.queryHash) && isAnswer(query) && mayKeep(query.queryKey, read),
      shouldDehydrateMutation: () => false,
    });
    const mark = personMark();
    const changed = queries.map((query) => ({
      hash: query.queryHash,
      owner: common.has(query.queryHash) ? null : owner,
      mark,
      query,
    }));
    const gone = [...unsaved].filter((hash) => {
      const query = cache.get(hash);
      return !query || !mayKeep(query.queryKey, read);
    });
    unsaved.clear();
    for (const record of changed) underWay.add(record);
    writing = writeCacheRecords(changed, gone)
      // Full or gone: the app goes on with what it has in memory.
      .catch(() => {})
      .finally(() => {
        for (const record of changed) underWay.delete(record);
      });
  };

  cache.subscribe((event) => {
    const changed = event.type === 'updated' && event.action.type === 'success';
    if (!changed && event.type !== 'removed') return;
    unsaved.add(event.query.queryHash);
    timer ??= setTimeout(save, throttleMs);
    const user = currentUser();
    if (!user || user === owner) return;
    const before = owner;
    owner = user;
    // The session is somebody else's than what was read before.
    if (before) client.removeQueries({ predicate: ({ queryHash }) => isPersonal(queryHash) });
  });
  addEventListener('pagehide', () => {
    save();
    if (!sealed) keepLastRead([...underWay]);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save();
    else dropCacheRecords();
  });
}

const isPersonal = (hash: string): boolean => !common.has(hash) && hash !== hashKey(userKey);

/**
 * The session has ended: nothing of the person's is kept any more, on the device or in this page, but what is on screen
 * until it leaves.
 */
export async function forgetCache(client: QueryClient): Promise<void> {
  const written = sealCache();
  writePlain(toForget, 'yes');
  client.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => isPersonal(queryHash) });
  await written;
  await dropKept();
}

async function dropKept(): Promise<void> {
  dropLastRead();
  await clearCacheRecords();
  writePlain(toForget, null);
}

/** What is on screen goes too, and whose it was: without a network, too, this page shows nobody's. */
export function forgetShown(client: QueryClient): void {
  client.getQueryCache().find({ queryKey: userKey })?.setState({ data: undefined });
  client.removeQueries({ predicate: ({ queryHash }) => isPersonal(queryHash) });
}

/** Nothing is written any more by this page; resolves when what was on its way has ended. */
export function sealCache(): Promise<void> {
  sealed = true;
  return writing;
}
