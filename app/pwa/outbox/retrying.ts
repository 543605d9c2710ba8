import type { Entry, Work } from './database.ts';
import type { PageState } from './page-state.ts';
import type { OutboxParts } from './parts.ts';

/** The acts of a person on an entry that has no answer yet, or was refused: try it again, or take it back. */
export function createRetrying<W extends Work, A>(
  { store, lock }: OutboxParts<W, A>,
  { changed }: PageState<W, A>,
  drainNow: (atOnce: boolean) => Promise<void>,
) {
  async function takeOut({ seq }: Entry<W>): Promise<Entry<W> | null> {
    const found = await store.read(seq);
    if (found) await store.remove(found);
    return found ?? null;
  }

  return {
    /** @param work the work as its person wants it by now, for example after reading what it was refused for */
    async retry(entry: Entry<W>, work: W = entry.work): Promise<void> {
      const again = { state: 'waiting', code: null, reason: null, attempts: 0, notBefore: 0 } as const;
      await store.update(entry.seq, { ...again, work });
      await changed();
      void drainNow(true);
    },

    /**
     * Takes back work without an answer, but not during its send. Refused work is not being sent, so it need not
     * wait for a send of other work, which may take minutes.
     * @returns the entry as it was then; `null` if it was sent meanwhile
     */
    async discard(entry: Entry<W>): Promise<Entry<W> | null> {
      const found = await store.read(entry.seq);
      if (found?.state === 'failed') await store.remove(found);
      const removed = found?.state === 'failed' ? found : await lock(() => takeOut(entry));
      await changed();
      void drainNow(true);
      return removed;
    },
  };
}
