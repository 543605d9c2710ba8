import type { Entry, KeptPhoto, Work } from './database.ts';
import { drain, type Waits, waitsOf } from './drain.ts';
import type { OutboxNews } from './news.ts';
import { oneMore } from './one-more.ts';
import type { Following, OutboxParts, OutboxState, Submitted } from './parts.ts';
import { sameAs, teller } from './telling.ts';

/** The time that a storage gets to recover after it failed during a drain. */
const afterFailureMs = 30_000;
/** The longest wait of a person for the booking's earlier entries. */
const earlierPatienceMs = 10_000;

export type Outbox<W extends Work, A extends object> = ReturnType<typeof createOutbox<W, A>>;

/**
 * The outbox of a page: keeps its person's work until the server has answered (design §7). Nothing here depends on a
 * browser, so that tests can try every order of events.
 */
export function createOutbox<W extends Work, A extends object>(parts: OutboxParts<W, A>) {
  const { store, tell } = parts;
  let state: OutboxState<W> = { userId: null, entries: [], keeps: true };
  let callOff = () => {};
  let sending = false;
  /** The entries that waited when everything was last to be sent at once: they wait no more. */
  let over: Waits = new Map();
  const keeps = { reads: true, writes: true };
  /**
   * The ids of work that could neither be stored nor sent, by its content. It may have arrived, so the same content
   * gets the same id again, and the server acts once.
   */
  const unsettled = new Map<string, string>();
  /** The ids of the entries answered since this page began, as far as this page knows. */
  const answeredIds = new Set<string>();

  /** Notes the state of the device's storage. */
  const found = (what: Partial<typeof keeps>) => {
    Object.assign(keeps, what);
    if (state.keeps !== (keeps.reads && keeps.writes)) set({ keeps: keeps.reads && keeps.writes });
  };

  const set = (change: Partial<OutboxState<W>>) => {
    state = { ...state, ...change };
    parts.render(state);
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

  /** Another person may have signed in on this page since. */
  async function show(userId: string, answered: A[]): Promise<void> {
    if (state.userId === userId && answered.length) await parts.show(answered);
  }

  async function changed(): Promise<void> {
    tell({ kind: 'changed' });
    await refresh();
  }

  /** Drains; `true` also tries entries that wait for time alone. */
  const drainNow = oneMore(drainOnce);

  /** Shows the answers that the worker got while no page was open, before those that follow them. */
  async function takeIn(userId: string, shown: ReadonlySet<string>): Promise<void> {
    // A full device may fail at this step alone: waiting entries are sent all the same, and answered data is read
    // again.
    const kept = await store.takeDelivered(userId).catch(() => []);
    for (const { clientId } of kept) answeredIds.add(clientId);
    const taken = kept.filter(({ clientId }) => !shown.has(clientId));
    if (state.userId === userId && taken.length) await parts.showKept(taken);
  }

  async function drainOnce(atOnce: boolean): Promise<void> {
    const { userId } = state;
    if (!userId) return;
    callOff();
    const shown = new Set<string>();
    const telling = teller(
      userId,
      parts,
      (answered) => void show(userId, answered),
      () => void refresh(),
    );
    try {
      const next = await parts.lock(async () => {
        if (state.userId !== userId) return null;
        await takeIn(userId, shown);
        if (atOnce) over = await waitsOf(userId, store);
        sending = true;
        return await drain({
          ...parts,
          userId,
          over,
          send: async (entry) => {
            // An entry read before the sign-out must not be sent.
            if (state.userId !== userId) return { kind: 'signed-out' };
            const sent = await parts.send(entry);
            parts.met(sent);
            return sent;
          },
          changed: (answered, { clientId }) => {
            if (answered) {
              shown.add(clientId);
              answeredIds.add(clientId);
            }
            telling.note(answered);
          },
        });
      });
      await takeIn(userId, shown);
      if (next !== null && state.userId === userId)
        callOff = parts.later(Math.max(0, next - parts.now()), () => void drainNow(false));
    } catch {
      // The device's storage failed; the next occasion tries the stored entries again.
      parts.reopen();
      if (state.userId === userId && state.entries.length)
        callOff = parts.later(afterFailureMs, () => void drainNow(false));
    }
    sending = false;
    telling.end();
    await refresh();
    parts.shown();
  }

  /**
   * Sends a booking's earlier entries first, which a full device still has. @throws an Error with words for a person
   */
  async function letEarlierGo(bookingId: string): Promise<void> {
    const waits = () => state.entries.some((e) => e.bookingId === bookingId && e.state === 'waiting');
    if (!waits()) return;
    const enough = new Promise<void>((resolve) => {
      parts.later(earlierPatienceMs, resolve);
    });
    await Promise.race([drainNow(true), enough]);
    // A storage that cannot be read does not show what waits.
    if (keeps.reads && waits())
      throw new Error(
        'This device is full, and what you wrote before has not been sent yet. Please try again',
      );
  }

  /** Sends at once or not at all, on a device that can store nothing. @throws an Error with words for a person */
  async function sendUnkept(entry: Entry<W>, photos: readonly KeptPhoto[]): Promise<void> {
    await letEarlierGo(entry.bookingId);
    const sent = await parts.send(entry, photos);
    parts.met(sent);
    if (sent.kind === 'stored') {
      await show(entry.userId, [sent.answered]);
      return parts.shown();
    }
    throw new Error(
      sent.kind === 'refused'
        ? sent.reason
        : 'This device cannot keep what you write, and the network did not answer',
    );
  }

  /**
   * Stores work with its photos.
   * @returns the stored entry; `null` if the device can store nothing and the work has been sent instead
   * @throws if it could neither be stored nor sent: the work stays with the caller
   */
  async function keep(bookingId: string, work: W, photos: readonly KeptPhoto[] = []) {
    const { userId } = state;
    if (!userId) throw new Error('Nobody is signed in');
    const words = JSON.stringify([userId, bookingId, work]);
    const entry = {
      clientId: unsettled.get(words) ?? parts.newId(),
      userId,
      bookingId,
      work,
      createdAt: new Date(parts.now()).toISOString(),
      state: 'waiting' as const,
      code: null,
      reason: null,
      attempts: 0,
      notBefore: 0,
    };
    unsettled.delete(words);
    const kept = await store.add(entry, photos).catch(() => null);
    found({ writes: kept !== null });
    if (!kept) {
      await sendUnkept({ ...entry, seq: 0 }, photos).catch((error) => {
        unsettled.set(words, entry.clientId);
        throw error;
      });
      return null;
    }
    await changed();
    parts.askForSync();
    return kept;
  }

  async function takeOut({ seq }: Entry<W>): Promise<Entry<W> | null> {
    const found = await store.read(seq);
    if (found) await store.remove(found);
    return found ?? null;
  }

  return {
    state: (): OutboxState<W> => state,

    /** Starts for a person: shows their waiting entries, takes the worker's answers, and drains. */
    start(userId: string): void {
      if (state.userId === userId) return;
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
      const enough = new Promise<void>((resolve) => {
        parts.later(patienceMs, resolve);
      });
      await Promise.race([drainNow(true), enough]);
      // Read from the store, because the shown entries may belong to another person by now.
      const entry = await store.read(kept.seq).catch(() => kept);
      if (!entry) return { kind: 'stored' };
      if (entry.state === 'waiting' || state.userId !== kept.userId || !isAwaited())
        return { kind: 'waiting', clientId: kept.clientId };
      await store.remove(entry);
      await changed();
      return { kind: 'refused', code: entry.code ?? '', reason: entry.reason ?? '' };
    },

    async retry(entry: Entry<W>): Promise<void> {
      const again = { state: 'waiting', code: null, reason: null, attempts: 0, notBefore: 0 } as const;
      await store.update(entry.seq, again);
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
      const removed = found?.state === 'failed' ? found : await parts.lock(() => takeOut(entry));
      await changed();
      void drainNow(true);
      return removed;
    },

    /** Whether this page knows that the entry with this id was done. */
    wasAnswered: (clientId: string): boolean => answeredIds.has(clientId),

    drain: drainNow,
    /** Whether this page is sending entries. */
    isSending: (): boolean => sending,

    /** Receives news from another tab, or from the worker. */
    async hear(news: OutboxNews<A>): Promise<void> {
      if (news.kind === 'delivered') {
        await show(news.userId, news.answered);
        parts.shown();
      }
      await refresh();
    },
  };
}
