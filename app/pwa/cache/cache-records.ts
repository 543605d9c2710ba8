import type { DehydratedState } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { clearDatabase } from '../storage/clear-database.ts';
import { openAnew } from '../storage/open-anew.ts';
import { within } from '../storage/within.ts';

/** One stored answer of a read. */
export interface CacheRecord {
  /** The query's hash. */
  hash: string;
  /** The id of the person who owns the record; `null` for answers that everybody may read, such as the catalogue. */
  owner: string | null;
  /** The mark of the person signed in when the record was written (see `personMark`). */
  mark: string | null;
  query: DehydratedState['queries'][number];
}

interface Schema extends DBSchema {
  queries: { key: string; value: CacheRecord };
}

const name = 'hearthkeep-cache';
/**
 * Must be raised when an answer changes its shape. Answers stored by an older version are changed to the new shape, or
 * dropped and read again; without a network, that leaves the person nothing to read.
 */
const version = 3;

let handle: Promise<IDBPDatabase<Schema>> | null = null;
/** The same connection once it is open: a page that is being left has no time to wait for it. */
let ready: IDBPDatabase<Schema> | null = null;

const openOwn = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, version, {
    async upgrade(db, stored, _, tx) {
      if (stored === 2) return addTels(tx.objectStore('queries'));
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      db.createObjectStore('queries', { keyPath: 'hash' });
    },
    blocking: dropCacheRecords,
    terminated: dropCacheRecords,
  });

/** Version 2 had no numbers to dial beside the shown ones. */
async function addTels(
  records: IDBPObjectStore<Schema, 'queries'[], 'queries', 'versionchange'>,
): Promise<void> {
  const digits = (shown: string) => shown.replace(/[^\d+]/g, '');
  for (const record of await records.getAll()) {
    const data = record.query.state.data as Record<string, string | null> | undefined;
    if (data?.supportPhone) data.supportTel = digits(data.supportPhone);
    else if (data?.conciergeContact !== undefined)
      data.conciergeTel = digits(data.conciergeContact ?? '') || null;
    else continue;
    await records.put(record);
  }
}

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

/** Drops a connection that may be dead (iOS closes those of background apps); the next use opens another. */
export function dropCacheRecords(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
  ready = null;
}

/** @throws if the device can store nothing. */
export async function readCacheRecords(): Promise<CacheRecord[]> {
  const tx = (await open()).transaction('queries');
  return within(tx, tx.store.getAll());
}

let early: Promise<CacheRecord[]> | null = null;

/** Requests the records before the app's own code runs, so that a slow phone does both at once. */
export function readCacheRecordsEarly(): void {
  early = readCacheRecords();
  // An error is handled by the code that takes the records.
  early.catch(() => {});
}

/** The records requested early, once; otherwise the present ones. @throws if the device can store nothing. */
export function takeCacheRecords(): Promise<CacheRecord[]> {
  const records = early ?? readCacheRecords();
  early = null;
  return records;
}

/** @throws if the device can store nothing. */
export async function readCacheRecord(hash: string): Promise<CacheRecord | undefined> {
  const tx = (await open()).transaction('queries');
  return within(tx, tx.store.get(hash));
}

/**
 * Writes records and removes others. With an open connection, all requests are made before this function returns,
 * and survive the page.
 * @throws if the device is full or can store nothing.
 */
export async function writeCacheRecords(changed: CacheRecord[], gone: string[]): Promise<void> {
  try {
    const tx = (ready ?? (await open())).transaction('queries', 'readwrite');
    const steps = [
      ...changed.map((record) => tx.store.put(record)),
      ...gone.map((hash) => tx.store.delete(hash)),
    ];
    const done = Promise.all([...steps, tx.done]);
    // Without an explicit commit, the browser waits for further requests of the page.
    tx.commit();
    await done;
  } catch (error) {
    dropCacheRecords();
    throw error;
  }
}

/**
 * Adds records if `user` is still stored as it was read; check and write are one transaction. A sign-out before it
 * means that nothing is written, and a later one removes everything. Records read or changed since they were
 * requested stay.
 * @param user the record of the signed-in person
 * @throws if the device is full or can store nothing.
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
