import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A piece of work to send. Its sender knows the rest; the outbox knows only which stored photos belong to it. */
export interface Work {
  kind: string;
  photoIds?: string[];
  /** What its person had read when they wrote it, which is no part of what they wrote. */
  lastSeenId?: string | null;
}

/** A message or change that the writer's device keeps until the server has answered. */
export interface Entry<W extends Work = Work> {
  /** The order of writing on this device. */
  seq: number;
  /** The entry's own id, sent as Idempotency-Key, so that the server acts only once. */
  clientId: string;
  userId: string;
  /**
   * The booking that the work belongs to, or the conversation of a chat message: entries of one are sent in the order
   * of writing. Devices have stored it under this name, and a release that is rolled back to reads it.
   */
  bookingId: string;
  work: W;
  createdAt: string;
  state: 'waiting' | 'failed';
  /** The code and the words of the server's refusal; a waiting entry has the words alone, if it was too much at once. */
  code: string | null;
  reason: string | null;
  attempts: number;
  /** The earliest time of the next attempt (milliseconds). */
  notBefore: number;
}

/** An answer that arrived while no page was open to show it. */
export interface Delivery<A = object> {
  clientId: string;
  userId: string;
  answered: A;
  /** The time of the answer (milliseconds since the epoch); absent in records of an older release. */
  at?: number;
}

/** A photo of a waiting or unfinished message, as bytes, since WebKit has lost the files behind stored blobs. */
export interface KeptPhoto {
  id: string;
  userId: string;
  bytes: ArrayBuffer;
  type: string;
  width: number;
  height: number;
  /** Whether the server has the photo. */
  sent: boolean;
  /** The booking whose message is being written; absent once the message is queued. */
  draftOf?: string;
  /** The id under which the photo was shared to the app, if it was: the same for each message that uses it. */
  shared?: string;
  /** The order of choosing. */
  at: number;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  delivered: { key: string; value: Delivery };
  photos: { key: string; value: KeptPhoto; indexes: { drafts: [string, string] } };
  /** Unfinished texts, only after an older release (`older-drafts.ts`). */
  drafts: { key: [string, string]; value: { userId: string; bookingId: string; text: string } };
}

export type OutboxDatabase = IDBPDatabase<Schema>;

export const outboxName = 'hearthkeep-outbox';
let handle: Promise<OutboxDatabase> | null = null;

/** iOS closes the connections of background apps; every use of a dead handle fails. */
const letGo = { blocking: dropOutbox, terminated: dropOutbox };

/**
 * The outbox has its own database, so that no cache's version, and no clearing of a cache, ever touches unsent work.
 */
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
 * Opens the database of a newer release that was rolled back. Its stores are used if they exist, and unknown work in
 * them waits.
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
      // The first version had text entries only.
      for (let at = await tx.objectStore('entries').openCursor(); at; at = await at.continue()) {
        const { message, ...entry } = at.value as Entry & { message: string };
        const work = { kind: 'message', message, photoIds: [] };
        await at.update({ ...entry, code: null, work });
      }
    },
    ...letGo,
  });
}

/** Drops the connection; the next use opens another. */
export function dropOutbox(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
}
