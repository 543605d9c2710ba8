import {
  dehydrate,
  hashKey,
  hydrate,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { User } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';
import { isOfTeam } from '../../lib/may.ts';
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
import { isOfCustomers, userKey } from './team-data.ts';

const maxAgeMs = 90 * 24 * 60 * 60 * 1000;
const patienceMs = 400;
const throttleMs = 250;

/**
 * The key of a mark in plain storage, which is there from a 401 until all read data is removed: a page that is killed
 * in between leaves the rest to the next page.
 */
const toForget = 'hearthkeep-to-forget';

let writing: Promise<void> = Promise.resolve();
/** Nothing is written after a sign-out: a late answer must not bring back forgotten data. */
let sealed = false;

const common = new Set(
  [keyOf('readConfig'), keyOf('listCategories'), keyOf('listServices'), keyOf('listPlans')].map(hashKey),
);
const isAnswer = (query: Query) => query.state.status === 'success' && query.queryKey[0] === '/api';

/**
 * Whether an answer may be stored. The team's data about customers is stored on no device.
 * @param read the cached value of a key
 */
export const mayKeep = (queryKey: QueryKey, read: <T>(key: QueryKey) => T | undefined): boolean =>
  queryKey[1] !== 'admin' && !(isOfTeam(read<User>(userKey)) && isOfCustomers(queryKey, read));

/**
 * Restores the stored answers before the first render, and stores new ones from then on; never takes longer than 400
 * ms. If IndexedDB hangs, the app continues without it, and late records fill only empty places.
 */
export async function restoreCache(client: QueryClient): Promise<void> {
  const start = performance.now();
  const restored = restore(client).then(
    () => {
      performance.measure('hearthkeep-restore', { start });
      follow(client);
    },
    () => {
      // This device can store nothing: the app continues with the data that it reads.
    },
  );
  await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/**
 * Takes over newer answers stored by the worker, such as those behind a notification; waits no longer than a
 * restore.
 */
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
  // A restored answer may be old, so a visible page reads it again.
  const queries = good.map(({ query }) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
  hydrate(client, { queries, mutations: [] });
  const gone = records.filter((record) => !good.includes(record)).map(({ hash }) => hash);
  const kept = late.filter((record) => good.includes(record));
  if (gone.length || kept.length) await writeCacheRecords(kept, gone);
  dropLastRead();
}

/** The records of `late` that were read after the written ones with the same hash, or were extended since. */
const newerOf = (late: CacheRecord[], written: CacheRecord[]): CacheRecord[] =>
  late.filter(({ hash, query }) => {
    const before = written.find((record) => record.hash === hash);
    return !before || before.query.state.dataUpdatedAt <= query.state.dataUpdatedAt;
  });

/** The owner of the stored copy; nobody if another person has signed in on this device since. */
function ownerOf(records: CacheRecord[], known: string | undefined): string | null {
  const record = records.find((r) => r.hash === hashKey(userKey));
  const mark = personMark();
  if (!record || (known && known !== record.owner) || (mark && mark !== record.mark)) return null;
  return record.owner;
}

/**
 * Stores answers when they change, at most a few times a second, and at once when the page may end. Each query has
 * its own record, so that no tab overwrites a newer read of another.
 */
function follow(client: QueryClient): void {
  const cache = client.getQueryCache();
  const read = <T>(key: QueryKey) => client.getQueryData<T>(key);
  const currentUser = () => read<User>(userKey)?.id ?? null;
  // Answers that the network brought while the device was still reading.
  const early = cache.getAll().filter((query) => isAnswer(query) && !query.state.isInvalidated);
  const unsaved = new Set(early.map(({ queryHash }) => queryHash));
  /** Records being written, which are lost if the page ends first. */
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
      // The storage is full or missing: the app continues with its memory.
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
    // The session belongs to another person than the earlier data.
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
 * Removes all data of the person, from the device and from this page, except the visible part until the page is
 * left. Called when the session has ended.
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

/** Removes the visible data and its owner too, so that this page shows nobody's data without a network either. */
export function forgetShown(client: QueryClient): void {
  client.getQueryCache().find({ queryKey: userKey })?.setState({ data: undefined });
  client.removeQueries({ predicate: ({ queryHash }) => isPersonal(queryHash) });
}

/** Stops all writing by this page; resolves when writes under way have ended. */
export function sealCache(): Promise<void> {
  sealed = true;
  return writing;
}
