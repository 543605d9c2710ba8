import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { inTime } from '../../lib/in-time.ts';
import { openAnew } from '../storage/open-anew.ts';
import { checkUnsealed, isSealed } from '../storage/seal.ts';
import { within } from '../storage/within.ts';
import { seenName } from './names.ts';

export type PhotoSize = 'small' | 'large';

/** A photo as one person saw it. */
export interface SeenPhoto {
  owner: string;
  id: string;
  size: PhotoSize;
}

interface Schema extends DBSchema {
  photos: { key: string; value: { key: string; bytes: ArrayBuffer; type: string } };
  /** The uses are apart from the photos, so that the oldest is found without reading any photo. */
  uses: { key: string; value: { key: string; size: number; at: number }; indexes: { at: number } };
}

const patienceMs = 2000;
/** The wait for a storage that has hung before. */
const shortPatienceMs = 200;
let hangs = false;
/** The room on the device for photos to look at without a network; the least recently seen are removed first. */
const mostBytes = 60_000_000;

let handle: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  handle ??= openAnew(seenName, openOwn).catch((error) => {
    handle = null;
    throw error;
  });
  return handle;
}

const openOwn = async (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(seenName, 1, {
    upgrade(db) {
      db.createObjectStore('photos', { keyPath: 'key' });
      db.createObjectStore('uses', { keyPath: 'key' }).createIndex('at', 'at');
    },
    blocking: drop,
    terminated: drop,
  });

function drop(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
}

const keyOfPhoto = ({ owner, id, size }: SeenPhoto) => `${owner} ${id} ${size}`;

/** A photo that its owner saw on this device; `undefined` if they did not, or the storage does not answer. */
export async function readSeen(photo: SeenPhoto): Promise<Blob | undefined> {
  const key = keyOfPhoto(photo);
  const read = async () => {
    const db = await open();
    const tx = db.transaction('photos');
    const found = await within(tx, tx.store.get(key));
    if (!found) return undefined;
    // The note is not waited for: a full device cannot note it, and shows the photo all the same.
    if (!isSealed()) db.put('uses', { key, size: found.bytes.byteLength, at: Date.now() }).catch(() => {});
    return new Blob([found.bytes], { type: found.type });
  };
  try {
    const seen = await inTime(read(), hangs ? shortPatienceMs : patienceMs);
    hangs = false;
    return seen;
  } catch (error) {
    hangs = error instanceof DOMException && error.name === 'TimeoutError';
    drop();
    return undefined;
  }
}

/** Stores a photo for use without a network. A full device stores fewer. */
export async function keepSeen(photo: SeenPhoto, bytes: ArrayBuffer, type: string): Promise<void> {
  const key = keyOfPhoto(photo);
  try {
    const db = await open();
    checkUnsealed();
    const tx = db.transaction(['photos', 'uses'], 'readwrite');
    const kept = async () => {
      await tx.objectStore('photos').put({ key, bytes, type });
      await tx.objectStore('uses').put({ key, size: bytes.byteLength, at: Date.now() });
      const uses = await tx.objectStore('uses').index('at').getAll();
      let sum = uses.reduce((bytes, use) => bytes + use.size, 0);
      for (const use of uses) {
        if (sum <= mostBytes) break;
        await tx.objectStore('photos').delete(use.key);
        await tx.objectStore('uses').delete(use.key);
        sum -= use.size;
      }
    };
    await within(tx, kept());
  } catch {
    drop();
  }
}

/**
 * Drops the photos that others saw on this device, and those without an owner from an earlier release. @throws if it
 * fails
 */
export async function dropOthersSeen(owner: string): Promise<void> {
  const tx = (await open()).transaction(['photos', 'uses'], 'readwrite');
  const dropped = async () => {
    for (const name of ['photos', 'uses'] as const) {
      const store = tx.objectStore(name);
      for (const key of await store.getAllKeys()) if (!key.startsWith(`${owner} `)) await store.delete(key);
    }
  };
  await within(tx, dropped());
}
