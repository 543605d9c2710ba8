import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { photoLimits } from '../../../api/contract/photos.ts';
import { openAnew } from '../storage/open-anew.ts';
import { checkUnsealed } from '../storage/seal.ts';
import { within } from '../storage/within.ts';
import { sharedName } from './names.ts';

/** A photo that came from the phone's share sheet, not yet made smaller. */
interface SharedPhoto {
  /** Its id for good, by which a message that it is picked for twice has it once. */
  id: string;
  bytes: ArrayBuffer;
  type: string;
}

/** What came at once, and waits until whoever shared it has picked where it goes. */
interface Share {
  /** Who was signed in; `null` where nobody was, until somebody looks at it. */
  owner: string | null;
  at: number;
  photos: SharedPhoto[];
}

interface Schema extends DBSchema {
  shares: { key: string; value: Share };
}

/** What may be shared at once, in bytes: any website can post to the worker, and all of it is read into memory. */
export const mostShared = { ofOne: 30_000_000, inAll: 100_000_000 } as const;
const dayMs = 24 * 60 * 60 * 1000;
/** The one that there is. */
const key = 'last';

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(sharedName, 1, {
    upgrade: (db) => void db.createObjectStore('shares'),
  });

/** In a database of its own, which can't take the room or the connection of what waits to be sent. */
async function on<T>(step: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openAnew(sharedName, open);
  try {
    return await step(db);
  } finally {
    db.close();
  }
}

/**
 * Keeps what was shared, instead of what was shared before: as many photos as go with a message, none of them larger
 * than a camera makes them. Of what is neither, nothing is read.
 * @param whose who is signed in, if the device knows; where another is once all is read, nothing is kept
 * @returns how many were kept; where none was, what was there before stays
 * @throws where they can't be kept
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

/** What this person shared within the last day, in the order of choosing; what was nobody's is theirs from now on. */
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

/** Drops these photos' share, if it is still the one that there is: another may have come since. */
export const dropShared = (photos: readonly { id: string }[]): Promise<void> =>
  on(async (db) => {
    const tx = db.transaction('shares', 'readwrite');
    const dropped = async () => {
      const share = await tx.store.get(key);
      if (share?.photos.some(({ id }) => photos.some((photo) => photo.id === id))) await tx.store.clear();
    };
    await within(tx, dropped());
  });

/** Drops what another person shared on this device, if somebody is known, and what nobody has picked a booking for in a day. */
export const dropLeftShared = (userId: string | null): Promise<void> =>
  on(async (db) => {
    const tx = db.transaction('shares', 'readwrite');
    const dropped = async () => {
      const share = await tx.store.get(key);
      if (share && isLeft(share, userId)) await tx.store.clear();
    };
    await within(tx, dropped());
  });
