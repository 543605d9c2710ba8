import type { Delivery, Entry, Store } from '../../unsent/work.ts';
import type { KeptPhoto } from '../database.ts';

/**
 * The outbox's storage in memory, in place of IndexedDB. Each step is done completely or not at all, and returns
 * copies. Both storages pass the same tests (store.test.ts).
 */
export function memoryStore(): Store & { clear(): Promise<void>; all(): Entry[] } {
  let seq = 0;
  const entries = new Map<number, Entry>();
  const delivered = new Map<string, Delivery>();
  const photos = new Map<string, KeptPhoto>();
  const forgetPhotos = ({ work }: Entry) => {
    if (work.kind === 'message') for (const id of work.photoIds) photos.delete(id);
  };
  return {
    all: () => [...entries.values()],
    add: async (entry, added = []) => {
      seq += 1;
      const kept = { ...entry, seq };
      for (const { draftOf: _, ...photo } of added) photos.set(photo.id, photo);
      entries.set(seq, kept);
      return { ...kept };
    },
    read: async (at) => {
      const found = entries.get(at);
      return found && { ...found };
    },
    list: async (userId) => [...entries.values()].filter((e) => e.userId === userId).map((e) => ({ ...e })),
    update: async (at, change, from) => {
      const found = entries.get(at);
      if (found && found.state === (from ?? found.state)) entries.set(at, { ...found, ...change });
    },
    remove: async (entry) => {
      forgetPhotos(entry);
      entries.delete(entry.seq);
    },
    deliver: async (entry, answered, at) => {
      const { seq: place, clientId, userId } = entry;
      if (!entries.has(place)) return;
      delivered.set(clientId, { clientId, userId, answered, at });
      forgetPhotos(entry);
      entries.delete(place);
    },
    takeDelivered: async (userId) => {
      const taken = [...delivered.values()].filter((d) => d.userId === userId);
      for (const { clientId } of taken) delivered.delete(clientId);
      return taken;
    },
    readPhoto: async (id) => {
      const photo = photos.get(id);
      return photo && { ...photo };
    },
    markPhotos: async (ids, sent) => {
      for (const id of ids) {
        const photo = photos.get(id);
        if (photo) photos.set(id, { ...photo, sent });
      }
    },
    clear: async () => {
      entries.clear();
      delivered.clear();
      photos.clear();
    },
  };
}
