import type { KeptPhoto, Work } from './database.ts';
import { createKeeping } from './keeping.ts';
import type { OutboxNews } from './news.ts';
import { createPageAnswers } from './page-answers.ts';
import { createPageDrain } from './page-drain.ts';
import { createPageState } from './page-state.ts';
import type { Following, OutboxParts, Submitted } from './parts.ts';
import { createRetrying } from './retrying.ts';

export type Outbox<W extends Work, A extends object> = ReturnType<typeof createOutbox<W, A>>;

/**
 * The outbox of a page: keeps its person's work until the server has answered (design §7). Nothing here depends on a
 * browser, so that tests can try every order of events.
 */
export function createOutbox<W extends Work, A extends object>(parts: OutboxParts<W, A>) {
  const { store } = parts;
  const page = createPageState(parts);
  const { state, set, refresh, changed } = page;
  const answers = createPageAnswers(parts, state);
  const { drainNow, drainWithin, callOff, isSending } = createPageDrain(parts, page, answers);
  const keep = createKeeping(parts, page, answers, drainWithin);

  return {
    state,

    /** Starts for a person: shows their waiting entries, takes the worker's answers, and drains. */
    start(userId: string): void {
      if (state().userId === userId) return;
      set({ userId, entries: [] });
      void refresh().then(() => drainNow(true));
    },

    /** Called after a sign-out: shows and sends nothing. */
    stop(): void {
      callOff();
      set({ userId: null, entries: [] });
    },

    /** Stores work, then sends it. Resolves once it is stored, or as `keep` does. */
    async queue(bookingId: string, work: W, photos?: readonly KeptPhoto[]): Promise<void> {
      if (await keep(bookingId, work, photos)) void drainNow(false);
    },

    /**
     * Stores and sends work, and reports the result within so many milliseconds. Work refused by then, with a person
     * waiting, is not kept; otherwise it stays, so that its person can read the reason.
     * @returns 'stored' also for work taken back meanwhile
     * @throws as `queue`
     */
    async submit(
      bookingId: string,
      work: W,
      patienceMs: number,
      { kept: onKept, isAwaited = () => true }: Following<W> = {},
    ): Promise<Submitted> {
      const kept = await keep(bookingId, work);
      if (!kept) return { kind: 'stored' };
      onKept?.(kept);
      await drainWithin(patienceMs);
      // Read from the store, because the shown entries may belong to another person by now.
      const entry = await store.read(kept.seq).catch(() => kept);
      if (!entry) return { kind: 'stored' };
      if (entry.state === 'waiting' || state().userId !== kept.userId || !isAwaited())
        return { kind: 'waiting', clientId: kept.clientId };
      await store.remove(entry);
      await changed();
      return { kind: 'refused', code: entry.code ?? '', reason: entry.reason ?? '' };
    },

    ...createRetrying(parts, page, drainNow),

    drain: drainNow,
    isSending,
    wasAnswered: answers.wasAnswered,

    /** Receives news from another tab, or from the worker. */
    async hear(news: OutboxNews<A>): Promise<void> {
      if (news.kind === 'delivered') {
        await answers.show(news.userId, news.answered);
        parts.shown();
      }
      await refresh();
    },
  };
}
