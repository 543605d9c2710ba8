import type { DehydratedState } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { clearDatabase } from '../storage/clear-database.ts';
import { openAnew } from '../storage/open-anew.ts';
import { within } from '../storage/within.ts';

/** One answer that was read, as the device keeps it. */
export interface CacheRecord {
  /** The query's hash. */
  hash: string;
  /** Whose it is; `null` for what everybody may read, such as the catalogue. */
  owner: string | null;
  /** The mark of whoever was signed in when it was written (see `personMark`). */
  mark: string | null;
  query: DehydratedState['queries'][number];
}

interface Schema extends DBSchema {
  queries: { key: string; value: CacheRecord };
}

const name = 'hearthkeep-cache';
/** Goes up when an answer changes its shape: what an older app stored is dropped, and read anew. */
const version = 2;

let handle: Promise<IDBPDatabase<Schema>> | null = null;
/** The same connection once it is open: a page that goes away has no time to wait for it. */
let ready: IDBPDatabase<Schema> | null = null;

const openOwn = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, version, {
    upgrade(db) {
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      db.createObjectStore('queries', { keyPath: 'hash' });
    },
    blocking: dropCacheRecords,
    terminated: dropCacheRecords,
  });

function open(): Promise<IDBPDatabase<Schema>> {
  if (handle) return handle;
  const opening = openAnew(name, openOwn);
  handle = opening;
  opening.then(
    (db) => {
      if (handle === opening) ready = db;
    },
    () => {
      if (handle === opening) handle = null;
    },
  );
  return opening;
}

/** Lets go of a connection that may be dead (iOS ends those of apps in the background); the next use opens another. */
export function dropCacheRecords(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
  ready = null;
}

/** @throws when the device keeps nothing. */
export async function readCacheRecords(): Promise<CacheRecord[]> {
  const tx = (await open()).transaction('queries');
  return within(tx, tx.store.getAll());
}

let early: Promise<CacheRecord[]> | null = null;

/** Asks for the records before the app's own code runs: a slow phone then does both at once. */
export function readCacheRecordsEarly(): void {
  early = readCacheRecords();
  // Whoever takes them hears of it.
  early.catch(() => {});
}

/** The records as they were asked for early, once; else as they are. @throws when the device keeps nothing. */
export function takeCacheRecords(): Promise<CacheRecord[]> {
  const records = early ?? readCacheRecords();
  early = null;
  return records;
}

/** @throws when the device keeps nothing. */
export async function readCacheRecord(hash: string): Promise<CacheRecord | undefined> {
  const tx = (await open()).transaction('queries');
  return within(tx, tx.store.get(hash));
}

/**
 * Writes records and takes others out. Where the connection is open, all is on its way before this returns, and
 * outlives the page.
 * @throws when the device is full or keeps nothing.
 */
export async function writeCacheRecords(changed: CacheRecord[], gone: string[]): Promise<void> {
  try {
    const tx = (ready ?? (await open())).transaction('queries', 'readwrite');
    const steps = [
      ...changed.map((record) => tx.store.put(record)),
      ...gone.map((hash) => tx.store.delete(hash)),
    ];
    const done = Promise.all([...steps, tx.done]);
    // Without this, the browser waits for the page to say that it has nothing to add.
    tx.commit();
    await done;
  } catch (error) {
    dropCacheRecords();
    throw error;
  }
}

/**
 * Puts records where `user` still stands as it was read, in one step with the look at it: a sign-out comes before it,
 * and nothing is written, or after it, and takes all of it away. What was read or changed since they were asked for stays.
 * @param user the record of who is signed in
 * @throws when the device is full or keeps nothing.
 */
export async function addCacheRecordsOf(user: CacheRecord, records: CacheRecord[]): Promise<void> {
  const tx = (await open()).transaction('queries', 'readwrite');
  const added = async () => {
    const stored = await tx.store.get(user.hash);
    if (stored?.owner !== user.owner || stored.mark !== user.mark) return;
    for (const record of records) {
      const since = await tx.store.get(record.hash);
      if (!since || since.query.state.dataUpdatedAt <= record.query.state.dataUpdatedAt)
        await tx.store.put(record);
    }
  };
  await within(tx, added());
}

export const clearCacheRecords = (): Promise<void> => clearDatabase(name);
