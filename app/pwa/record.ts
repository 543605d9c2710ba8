import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Schema extends DBSchema {
  records: { key: string; value: string };
}

const name = 'hearthkeep-cache';
let handle: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  handle ??= openDB<Schema>(name, 1, {
    upgrade: (db) => void db.createObjectStore('records'),
    blocking: dropRecords,
    terminated: dropRecords,
  }).catch((error) => {
    handle = null;
    throw error;
  });
  return handle;
}

/** Lets go of a connection that may be dead (iOS ends those of apps in the background); the next use opens another. */
export function dropRecords(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
}

export async function readRecord(key: string): Promise<string | undefined> {
  return (await open()).get('records', key);
}

/** @throws when the device is full or keeps nothing. */
export async function writeRecord(key: string, value: string): Promise<void> {
  try {
    await (await open()).put('records', value, key);
  } catch (error) {
    dropRecords();
    throw error;
  }
}

export async function clearRecords(): Promise<void> {
  await (await open()).clear('records');
}
