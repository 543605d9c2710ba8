import type { Message } from '../../../api/contract/entities.ts';
import { inTime } from '../../lib/in-time.ts';
import { dropOutbox, type Entry, type OutboxDatabase, openOutbox } from './database.ts';

/** What the drainer and the page do with entries. A step is one transaction: a kill leaves it done or not begun. */
export interface OutboxStore {
  add(entry: Omit<Entry, 'seq'>): Promise<Entry>;
  /** This person's, in the order of writing. */
  list(userId: string): Promise<Entry[]>;
  update(
    seq: number,
    change: Partial<Pick<Entry, 'state' | 'reason' | 'attempts' | 'notBefore'>>,
  ): Promise<void>;
  remove(seq: number): Promise<void>;
  /** Takes an answered entry out and keeps its answer until a page has it. */
  deliver(entry: Entry, message: Message): Promise<void>;
  /** Answers that no page has taken yet. */
  takeDelivered(userId: string): Promise<Message[]>;
  readDraft(userId: string, bookingId: string): Promise<string>;
  saveDraft(userId: string, bookingId: string, text: string): Promise<void>;
  clear(): Promise<void>;
}

/** A storage that has not answered by then never will: IndexedDB is known to hang. */
const patienceMs = 4000;

/**
 * Runs a step; when the connection turns out dead, opens another and runs it once more.
 * @throws also when the device's storage does not answer.
 */
async function on<T>(step: (db: OutboxDatabase) => Promise<T>): Promise<T> {
  const run = async () => step(await openOutbox());
  try {
    return await inTime(run(), patienceMs);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'TimeoutError') dropOutbox();
    if (error.name !== 'InvalidStateError') throw error;
    dropOutbox();
    return inTime(run(), patienceMs);
  }
}

/** What `steps` give, once their transaction is done; where one fails, it is undone. */
async function within<T>(tx: { done: Promise<void> }, steps: Promise<T>): Promise<T> {
  const [given] = await Promise.all([steps, tx.done]);
  return given;
}

export const outboxStore: OutboxStore = {
  add: (entry) =>
    on(async (db) => {
      const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
      const seq = await within(tx, tx.store.add(entry as Entry));
      return { ...entry, seq };
    }),
  list: (userId) => on(async (db) => (await db.getAll('entries')).filter((e) => e.userId === userId)),
  update: (seq, change) =>
    on(async (db) => {
      const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
      const changed = async () => {
        const entry = await tx.store.get(seq);
        if (entry) await tx.store.put({ ...entry, ...change });
      };
      await within(tx, changed());
    }),
  remove: (seq) => on((db) => db.delete('entries', seq)),
  deliver: (entry, message) =>
    on(async (db) => {
      const tx = db.transaction(['entries', 'delivered'], 'readwrite');
      const moved = async () => {
        // Gone: the person has signed out while it was on its way.
        if (!(await tx.objectStore('entries').get(entry.seq))) return;
        await tx.objectStore('delivered').put({ userId: entry.userId, message });
        await tx.objectStore('entries').delete(entry.seq);
      };
      await within(tx, moved());
    }),
  takeDelivered: (userId) =>
    on(async (db) => {
      const tx = db.transaction('delivered', 'readwrite');
      const taken = async () => {
        const all = (await tx.store.getAll()).filter((d) => d.userId === userId);
        for (const { message } of all) await tx.store.delete(message.id);
        return all.map((d) => d.message);
      };
      return within(tx, taken());
    }),
  readDraft: (userId, bookingId) =>
    on(async (db) => (await db.get('drafts', [userId, bookingId]))?.text ?? ''),
  saveDraft: (userId, bookingId, text) =>
    on(async (db) => {
      if (text) await db.put('drafts', { userId, bookingId, text });
      else await db.delete('drafts', [userId, bookingId]);
    }),
  clear: () =>
    on(async (db) => {
      const tx = db.transaction(['entries', 'delivered', 'drafts'], 'readwrite');
      await Promise.all([
        tx.objectStore('entries').clear(),
        tx.objectStore('delivered').clear(),
        tx.objectStore('drafts').clear(),
        tx.done,
      ]);
    }),
};
