import { inTime } from '../../lib/in-time.ts';
import { clearDatabase } from '../storage/clear-database.ts';
import { checkUnsealed } from '../storage/seal.ts';
import { within } from '../storage/within.ts';
import {
  type Delivery,
  dropOutbox,
  type Entry,
  type KeptPhoto,
  type OutboxDatabase,
  openOutbox,
  outboxName,
  type Work,
} from './database.ts';

/** The outbox's storage. Each step is one transaction, so a kill leaves it done or not begun. */
export interface OutboxStore<W extends Work = Work, A = object> {
  /** Stores an entry with the photos that it names. */
  add(entry: Omit<Entry<W>, 'seq'>, photos?: readonly KeptPhoto[]): Promise<Entry<W>>;
  read(seq: number): Promise<Entry<W> | undefined>;
  /** This person's entries, in the order of writing. */
  list(userId: string): Promise<Entry<W>[]>;
  /** @param from the only state in which the entry is changed; left out: in any */
  update(
    seq: number,
    change: Partial<Pick<Entry<W>, 'work' | 'state' | 'code' | 'reason' | 'attempts' | 'notBefore'>>,
    from?: Entry['state'],
  ): Promise<void>;
  /** Removes an entry without an answer, with its photos. */
  remove(entry: Entry<W>): Promise<void>;
  /** Removes an answered entry and stores its answer until a page takes it. */
  deliver(entry: Entry<W>, answered: A, at: number): Promise<void>;
  /** Answers that no page has taken yet, in the order of arrival. */
  takeDelivered(userId: string): Promise<Delivery<A>[]>;
  readPhoto(id: string): Promise<KeptPhoto | undefined>;
  markPhotos(ids: readonly string[], sent: boolean): Promise<void>;
}

/** The photos of unfinished messages, in the same storage. */
export interface PhotoDraftStore {
  /** The photos in the order of choosing. */
  readDraftPhotos(userId: string, bookingId: string): Promise<KeptPhoto[]>;
  /** The number of photos that this person has chosen, for all bookings. */
  countDraftPhotos(userId: string): Promise<number>;
  /** Stores photos; shared ones that another tab has stored meanwhile are left as they are. */
  saveDraftPhotos(photos: readonly KeptPhoto[]): Promise<void>;
  /** Removes a photo, unless it was sent with a message meanwhile, in another tab. */
  removeDraftPhoto(id: string): Promise<void>;
  /** Removes the photos of all other persons. */
  dropOthersDraftPhotos(userId: string): Promise<void>;
}

/** The step of a device whose earlier release kept its entries elsewhere. */
interface Adopting {
  /** Stores entries in their order, each that is not there yet by its `clientId`. */
  adopt(entries: readonly Omit<Entry, 'seq'>[]): Promise<void>;
}

/** The steps after a sign-out. */
interface Cleaning {
  clear(): Promise<void>;
  /** Removes answers that no page has taken, because they are read data. Waiting entries stay. */
  dropDelivered(): Promise<void>;
}

/** The time after which a storage counts as hung: IndexedDB is known to hang. */
const patienceMs = 4000;
/** The wait for a storage that has hung before; work is then handled without it. */
const shortPatienceMs = 500;
let hangs = false;

/**
 * Runs a step; if the connection turns out dead, opens another and runs the step once more. An abandoned step is
 * undone, or never begun: a caller who learns that work was not stored writes it again.
 * @throws also if the device's storage does not answer.
 */
async function on<T>(step: (db: OutboxDatabase, givenUp: AbortSignal) => Promise<T>): Promise<T> {
  const run = async () => {
    const giveUp = new AbortController();
    let begun = false;
    const work = openOutbox().then((db) => {
      giveUp.signal.throwIfAborted();
      begun = true;
      return step(db, giveUp.signal);
    });
    try {
      const given = await inTime(work, hangs ? shortPatienceMs : patienceMs);
      hangs = false;
      return given;
    } catch (error) {
      if (!hasName(error, 'TimeoutError')) throw error;
      hangs = true;
      giveUp.abort();
      dropOutbox();
      if (!begun) throw error;
      // The step is undone by now, or is being committed, which nothing can undo.
      return await inTime(work, shortPatienceMs);
    }
  };
  try {
    return await run();
  } catch (error) {
    if (!hasName(error, 'InvalidStateError')) throw error;
    dropOutbox();
    return run();
  }
}

const hasName = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

const strict = { durability: 'strict' } as const;

const photosOf = ({ work }: Entry): string[] => work.photoIds ?? [];

export const outboxStore: OutboxStore & PhotoDraftStore & Adopting & Cleaning = {
  add: (entry, photos = []) =>
    on(async (db, givenUp) => {
      checkUnsealed();
      const tx = db.transaction(['entries', 'photos'], 'readwrite', strict);
      const kept = async () => {
        for (const { draftOf: _, ...photo } of photos) await tx.objectStore('photos').put(photo);
        return tx.objectStore('entries').add(entry as Entry);
      };
      return { ...entry, seq: await within(tx, kept(), givenUp) };
    }),
  adopt: (entries) =>
    on(async (db, givenUp) => {
      checkUnsealed();
      const tx = db.transaction('entries', 'readwrite', strict);
      const adopted = async () => {
        const there = new Set((await tx.store.getAll()).map(({ clientId }) => clientId));
        for (const entry of entries) if (!there.has(entry.clientId)) await tx.store.add(entry as Entry);
      };
      await within(tx, adopted(), givenUp);
    }),
  read: (seq) =>
    on((db) => {
      const tx = db.transaction('entries');
      return within(tx, tx.store.get(seq));
    }),
  list: (userId) =>
    on(async (db) => {
      const tx = db.transaction('entries');
      return (await within(tx, tx.store.getAll())).filter((e) => e.userId === userId);
    }),
  update: (seq, change, from) =>
    on(async (db) => {
      const tx = db.transaction('entries', 'readwrite', strict);
      const changed = async () => {
        const entry = await tx.store.get(seq);
        if (entry && entry.state === (from ?? entry.state)) await tx.store.put({ ...entry, ...change });
      };
      await within(tx, changed());
    }),
  remove: (entry) =>
    on(async (db) => {
      const tx = db.transaction(['entries', 'photos'], 'readwrite', strict);
      const removed = async () => {
        for (const id of photosOf(entry)) await tx.objectStore('photos').delete(id);
        await tx.objectStore('entries').delete(entry.seq);
      };
      await within(tx, removed());
    }),
  deliver: (entry, answered, at) =>
    on(async (db) => {
      const tx = db.transaction(['entries', 'delivered', 'photos'], 'readwrite');
      const { clientId, userId } = entry;
      const moved = async () => {
        // The entry is gone: the person has signed out during its send.
        if (!(await tx.objectStore('entries').get(entry.seq))) return;
        const steps = [
          tx.objectStore('delivered').put({ clientId, userId, answered, at }),
          ...photosOf(entry).map((id) => tx.objectStore('photos').delete(id)),
          tx.objectStore('entries').delete(entry.seq),
        ];
        // All at once, with nothing to follow: the next of hundreds waits for it.
        tx.commit();
        await Promise.all(steps);
      };
      await within(tx, moved());
    }),
  takeDelivered: (userId) =>
    on(async (db) => {
      const tx = db.transaction('delivered', 'readwrite');
      const taken = async () => {
        const all = (await tx.store.getAll()).filter((d) => d.userId === userId);
        for (const { clientId } of all) await tx.store.delete(clientId);
        return all.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
      };
      return within(tx, taken());
    }),
  dropDelivered: () => on((db) => db.clear('delivered')),
  readPhoto: (id) =>
    on((db) => {
      const tx = db.transaction('photos');
      return within(tx, tx.store.get(id));
    }),
  markPhotos: (ids, sent) =>
    on(async (db) => {
      const tx = db.transaction('photos', 'readwrite');
      const marked = async () => {
        for (const id of ids) {
          const photo = await tx.store.get(id);
          if (photo) await tx.store.put({ ...photo, sent });
        }
      };
      await within(tx, marked());
    }),
  readDraftPhotos: (userId, bookingId) =>
    on(async (db) => {
      const tx = db.transaction('photos');
      const photos = await within(tx, tx.store.index('drafts').getAll([userId, bookingId]));
      return photos.sort((a, b) => a.at - b.at);
    }),
  countDraftPhotos: (userId) =>
    on((db) => {
      const tx = db.transaction('photos');
      // In IndexedDB an array is greater than any text, so the empty array ends the range.
      const ofPerson = IDBKeyRange.bound([userId], [userId, []]);
      return within(tx, tx.store.index('drafts').count(ofPerson));
    }),
  saveDraftPhotos: (photos) =>
    on(async (db) => {
      checkUnsealed();
      const tx = db.transaction('photos', 'readwrite', strict);
      const saved = async () => {
        const picked = photos.find(({ shared }) => shared);
        const there = picked?.draftOf
          ? await tx.store.index('drafts').getAll([picked.userId, picked.draftOf])
          : [];
        const isThere = ({ shared }: KeptPhoto) => shared && there.some((photo) => photo.shared === shared);
        for (const photo of photos) if (!isThere(photo)) await tx.store.put(photo);
      };
      await within(tx, saved());
    }),
  removeDraftPhoto: (id) =>
    on(async (db) => {
      const tx = db.transaction('photos', 'readwrite');
      const removed = async () => {
        if ((await tx.store.get(id))?.draftOf !== undefined) await tx.store.delete(id);
      };
      await within(tx, removed());
    }),
  dropOthersDraftPhotos: (userId) =>
    on(async (db) => {
      const tx = db.transaction('photos', 'readwrite');
      const dropped = async () => {
        const drafts = tx.store.index('drafts');
        for (let at = await drafts.openKeyCursor(); at; at = await at.continue())
          if (at.key[0] !== userId) await tx.store.delete(at.primaryKey);
      };
      await within(tx, dropped());
    }),
  clear: () => clearDatabase(outboxName),
};
