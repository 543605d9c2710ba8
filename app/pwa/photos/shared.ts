import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { photoLimits } from '../../../api/contract/rules/photos.ts';
import { openAnew } from '../storage/open-anew.ts';
import { checkUnsealed } from '../storage/seal.ts';
import { within } from '../storage/within.ts';
import { sharedName } from './names.ts';

/** A photo from the phone's share sheet, not yet made smaller. */
interface SharedPhoto {
  /** The photo's permanent id: a message for which it is chosen twice contains it once. */
  id: string;
  bytes: ArrayBuffer;
  type: string;
}

/** Photos shared together, which wait until their person chooses a booking. */
interface Share {
  /** The person signed in at that time; `null` if nobody was, until a person looks at the photos. */
  owner: string | null;
  at: number;
  photos: SharedPhoto[];
}

interface Schema extends DBSchema {
  shares: { key: string; value: Share };
}

/** The limits of one share, in bytes: any website can post to the worker, and everything is read into memory. */
export const mostShared = { ofOne: 30_000_000, inAll: 100_000_000 } as const;
const dayMs = 24 * 60 * 60 * 1000;
/** The key of the only share. */
const key = 'last';

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(sharedName, 1, {
    upgrade: (db) => void db.createObjectStore('shares'),
  });

/** Runs a step in a database of its own, which cannot take the room or the connection of the outbox. */
async function on<T>(step: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openAnew(sharedName, open);
  try {
    return await step(db);
  } finally {
    db.close();
  }
}

/**
 * Stores shared photos in place of earlier ones: as many as a message may have, none larger than a camera makes
 * them. Other files are not read.
 * @param whose the signed-in person, if the device knows; if this is another person after reading, nothing is stored
 * @returns how many were stored; with none, the earlier ones stay
 * @throws if they cannot be stored
 */
export async function keepShared(
  files: readonly File[],
  whose: () => Promise<string | null>,
): Promise<number> {
  const owner = await whose();
  const photos: SharedPhoto[] = [];
  let sum = 0;
  for (const file of files) {
    const fits = file.size <= mostShared.ofOne && sum + file.size <= mostShared.inAll;
    if (!fits || !file.type.startsWith('image/') || photos.length === photoLimits.perMessage) continue;
    sum += file.size;
    photos.push({ id: crypto.randomUUID(), bytes: await file.arrayBuffer(), type: file.type });
  }
  if (!photos.length || (await whose()) !== owner) return 0;
  await on((db) => db.put('shares', { owner, at: Date.now(), photos }, key));
  return photos.length;
}

const isLeft = ({ owner, at }: Share, userId: string | null): boolean =>
  (owner !== null && userId !== null && owner !== userId) || Date.now() - at > dayMs;

/**
 * The photos that this person shared within the last day, in the order of choosing; photos without an owner become
 * theirs.
 */
export const readShared = (userId: string): Promise<{ id: string; file: Blob }[]> =>
  on(async (db) => {
    const tx = db.transaction('shares', 'readwrite');
    const read = async () => {
      const share = await tx.store.get(key);
      if (!share || isLeft(share, userId)) return [];
      checkUnsealed();
      if (share.owner === null) await tx.store.put({ ...share, owner: userId }, key);
      return share.photos.map(({ id, bytes, type }) => ({ id, file: new Blob([bytes], { type }) }));
    };
    return within(tx, read());
  });

/** Drops the share of these photos, if it is still the present one: another may have arrived since. */
export const dropShared = (photos: readonly { id: string }[]): Promise<void> =>
  on(async (db) => {
    const tx = db.transaction('shares', 'readwrite');
    const dropped = async () => {
      const share = await tx.store.get(key);
      if (share?.photos.some(({ id }) => photos.some((photo) => photo.id === id))) await tx.store.clear();
    };
    await within(tx, dropped());
  });

/**
 * Drops the photos that another person shared on this device, if the person is known, and photos that got no booking
 * within a day.
 */
export const dropLeftShared = (userId: string | null): Promise<void> =>
  on(async (db) => {
    const tx = db.transaction('shares', 'readwrite');
    const dropped = async () => {
      const share = await tx.store.get(key);
      if (share && isLeft(share, userId)) await tx.store.clear();
    };
    await within(tx, dropped());
  });
