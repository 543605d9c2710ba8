import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Message } from '../../../api/contract/entities.ts';

/** A message that its writer's device holds until the server has answered for it. */
export interface Entry {
  /** The order of writing on this device. */
  seq: number;
  /** Its own id, sent as Idempotency-Key: the server stores it once. */
  clientId: string;
  userId: string;
  bookingId: string;
  message: string;
  createdAt: string;
  state: 'waiting' | 'failed';
  /** Why the server refused it, for a person. */
  reason: string | null;
  attempts: number;
  /** Not to be tried again before this (milliseconds). */
  notBefore: number;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  /** Answered while no page was there to put the answer into the thread that it shows. */
  delivered: { key: string; value: { userId: string; message: Message } };
  drafts: { key: [string, string]; value: { userId: string; bookingId: string; text: string } };
}

export type OutboxDatabase = IDBPDatabase<Schema>;

let handle: Promise<OutboxDatabase> | null = null;

/** A database of its own: no cache's version, and no clearing of a cache, ever touches what was not sent. */
export function openOutbox(): Promise<OutboxDatabase> {
  handle ??= openDB<Schema>('hearthkeep-outbox', 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('delivered', { keyPath: 'message.id' as 'message' });
      db.createObjectStore('drafts', { keyPath: ['userId', 'bookingId'] });
    },
    blocking: dropOutbox,
    // iOS ends the connections of apps in the background; every use of a dead handle fails.
    terminated: dropOutbox,
  }).catch((error) => {
    handle = null;
    throw error;
  });
  return handle;
}

/** Lets go of the connection; the next use opens another. */
export function dropOutbox(): void {
  void handle?.then((db) => db.close()).catch(() => {});
  handle = null;
}
