import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What is to be sent. Whoever sends it knows the rest of it; the outbox, only which kept photos go with it. */
export interface Work {
  kind: string;
  photoIds?: string[];
}

/** Something written that its writer's device holds until the server has answered for it. */
export interface Entry<W extends Work = Work> {
  /** The order of writing on this device. */
  seq: number;
  /** Its own id, sent as Idempotency-Key: the server does it once. */
  clientId: string;
  userId: string;
  bookingId: string;
  work: W;
  createdAt: string;
  state: 'waiting' | 'failed';
  /** Why the server refused it: its code, and words for a person. */
  code: string | null;
  reason: string | null;
  attempts: number;
  /** Not to be tried again before this (milliseconds). */
  notBefore: number;
}

/** An answer that came while no page was there to put it into what it shows. */
export interface Delivery<A = object> {
  clientId: string;
  userId: string;
  answered: A;
  /** When it was answered (milliseconds since the epoch); absent where an older release has kept it. */
  at?: number;
}

/** A photo of a message that waits, or is being written: its bytes, since WebKit has lost the files behind stored blobs. */
export interface KeptPhoto {
  id: string;
  userId: string;
  bytes: ArrayBuffer;
  type: string;
  width: number;
  height: number;
  /** Whether the server has it. */
  sent: boolean;
  /** The booking whose message is being written; absent once it is. */
  draftOf?: string;
  /** What it was shared under to the app, if it was: the same id for as many messages as it is picked for. */
  shared?: string;
  /** The order of choosing. */
  at: number;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  delivered: { key: string; value: Delivery };
  photos: { key: string; value: KeptPhoto; indexes: { drafts: [string, string] } };
  /** Only where an older release was: what was being typed (`older-drafts.ts`). */
  drafts: { key: [string, string]; value: { userId: string; bookingId: string; text: string } };
}

export type OutboxDatabase = IDBPDatabase<Schema>;

export const outboxName = 'hearthkeep-outbox';
let handle: Promise<OutboxDatabase> | null = null;

/** iOS ends the connections of apps in the background; every use of a dead handle fails. */
const letGo = { blocking: dropOutbox, terminated: dropOutbox };

/** A database of its own: no cache's version, and no clearing of a cache, ever touches what was not sent. */
export async function openOutbox(): Promise<OutboxDatabase> {
  handle ??= openOwn()
    .catch(openAsItIs)
    .catch((error) => {
      handle = null;
      throw error;
    });
  return handle;
}

/**
 * A newer release that was rolled back from may have made it anew: its stores are used as they are, where they are
 * there, and what this release does not know in them waits.
 */
async function openAsItIs(error: unknown): Promise<OutboxDatabase> {
  if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
  const db = await openDB<Schema>(outboxName, undefined, letGo);
  if (storeNames.every((name) => db.objectStoreNames.contains(name))) return db;
  db.close();
  throw error;
}

const storeNames = ['entries', 'delivered', 'photos'] as const;

async function openOwn(): Promise<OutboxDatabase> {
  return openDB<Schema>(outboxName, 2, {
    async upgrade(db, oldVersion, _newVersion, tx) {
      if (oldVersion === 0) db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      else db.deleteObjectStore('delivered');
      db.createObjectStore('delivered', { keyPath: 'clientId' });
      db.createObjectStore('photos', { keyPath: 'id' }).createIndex('drafts', ['userId', 'draftOf']);
      // At first an entry could only be a text.
      for (let at = await tx.objectStore('entries').openCursor(); at; at = await at.continue()) {
        const { message, ...entry } = at.value as Entry & { message: string };
        const work = { kind: 'message', message, photoIds: [] };
        await at.update({ ...entry, code: null, work });
      }
    },
    ...letGo,
  });
}

/** Lets go of the connection; the next use opens another. */
export function dropOutbox(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
}
