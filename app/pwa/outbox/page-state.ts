import type { Work } from './database.ts';
import { oneMore } from './one-more.ts';
import type { OutboxParts, OutboxState } from './parts.ts';
import { sameAs } from './telling.ts';

export type PageState<W extends Work, A> = ReturnType<typeof createPageState<W, A>>;

/** The state of a page's outbox: the person, their waiting entries, and whether the device can store them. */
export function createPageState<W extends Work, A>({ store, tell, render }: OutboxParts<W, A>) {
  let state: OutboxState<W> = { userId: null, entries: [], keeps: true };
  const keeps = { reads: true, writes: true };

  const set = (change: Partial<OutboxState<W>>) => {
    state = { ...state, ...change };
    render(state);
  };

  /** Notes the state of the device's storage. */
  const found = (what: Partial<typeof keeps>) => {
    Object.assign(keeps, what);
    if (state.keeps !== (keeps.reads && keeps.writes)) set({ keeps: keeps.reads && keeps.writes });
  };

  /** Reads the waiting entries. */
  const refresh = oneMore(async () => {
    const { userId } = state;
    if (!userId) return;
    try {
      const entries = await store.list(userId);
      found({ reads: true });
      if (state.userId === userId) set({ entries: entries.map(sameAs(state.entries)) });
    } catch {
      found({ reads: false });
    }
  });

  return {
    state: (): OutboxState<W> => state,
    /** Changes the person, with their entries as far as they are known. */
    set,
    found,
    refresh,
    /** Whether the storage could be read at the last attempt. */
    reads: (): boolean => keeps.reads,

    async changed(): Promise<void> {
      tell({ kind: 'changed' });
      await refresh();
    },
  };
}
