import type { Work } from './database.ts';
import type { OutboxParts, OutboxState } from './parts.ts';

export type PageAnswers<W extends Work, A> = ReturnType<typeof createPageAnswers<W, A>>;

/** The server's answers on a page: shown to their own person alone, and remembered by their entries' ids. */
export function createPageAnswers<W extends Work, A>(
  { store, show, showKept }: OutboxParts<W, A>,
  state: () => OutboxState<W>,
) {
  /** The ids of the entries answered since this page began, as far as this page knows. */
  const answeredIds = new Set<string>();
  return {
    /** Another person may have signed in on this page since. */
    async show(userId: string, answered: A[]): Promise<void> {
      if (state().userId === userId && answered.length) await show(answered);
    },

    /** Shows the answers that the worker got while no page was open, before those that follow them. */
    async takeIn(userId: string, shown: ReadonlySet<string>): Promise<void> {
      // A full device may fail at this step alone: waiting entries are sent all the same, and answered data is read
      // again.
      const kept = await store.takeDelivered(userId).catch(() => []);
      for (const { clientId } of kept) answeredIds.add(clientId);
      const taken = kept.filter(({ clientId }) => !shown.has(clientId));
      if (state().userId === userId && taken.length) await showKept(taken);
    },

    /** Remembers that the entry with this id was done. */
    note(clientId: string): void {
      answeredIds.add(clientId);
    },
    /** Whether this page knows that the entry with this id was done. */
    wasAnswered: (clientId: string): boolean => answeredIds.has(clientId),
  };
}
