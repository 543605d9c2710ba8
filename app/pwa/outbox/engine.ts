import type { Entry, KeptPhoto, Work } from './database.ts';
import { drain, type Waits, waitsOf } from './drain.ts';
import type { OutboxNews } from './news.ts';
import { oneMore } from './one-more.ts';
import type { Following, OutboxParts, OutboxState, Submitted } from './parts.ts';
import { sameAs, teller } from './telling.ts';

/** A storage that failed under a drain has had time to recover by then. */
const afterFailureMs = 30_000;
/** As long as somebody waits for what they wrote before. */
const earlierPatienceMs = 10_000;

export type Outbox<W extends Work, A extends object> = ReturnType<typeof createOutbox<W, A>>;

/**
 * The outbox of a page: keeps what its person writes until the server has answered for it (design §7). Nothing here
 * knows a browser, so that every order of events can be tried.
 */
export function createOutbox<W extends Work, A extends object>(parts: OutboxParts<W, A>) {
  const { store, tell } = parts;
  let state: OutboxState<W> = { userId: null, entries: [], keeps: true };
  let callOff = () => {};
  let sending = false;
  /** What waited when everything was last to go at once: it waits no more. */
  let over: Waits = new Map();
  const keeps = { reads: true, writes: true };
  /**
   * The ids of what could be neither kept nor sent, by its words: it may have arrived all the same, and written again
   * it is the same, which the server does once.
   */
  const unsettled = new Map<string, string>();
  /** The ids of what was answered since this page began, as far as it met the answers. */
  const answeredIds = new Set<string>();

  /** What was found of the device's storage. */
  const found = (what: Partial<typeof keeps>) => {
    Object.assign(keeps, what);
    if (state.keeps !== (keeps.reads && keeps.writes)) set({ keeps: keeps.reads && keeps.writes });
  };

  const set = (change: Partial<OutboxState<W>>) => {
    state = { ...state, ...change };
    parts.render(state);
  };

  /** Reads what waits. */
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

  /** Somebody else may have signed in in this page since. */
  async function show(userId: string, answered: A[]): Promise<void> {
    if (state.userId === userId && answered.length) await parts.show(answered);
  }

  async function changed(): Promise<void> {
    tell({ kind: 'changed' });
    await refresh();
  }

  /** Drains; at once: also what waits for time alone. */
  const drainNow = oneMore(drainOnce);

  /** Answers that the worker got while no page was open belong into what is shown, before those that follow them. */
  async function takeIn(userId: string, shown: ReadonlySet<string>): Promise<void> {
    // A full device may fail here alone: what waits goes all the same, and what was answered is read anew.
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
            // What was read before the sign-out is nobody's to send.
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
      // The device's storage failed under us; what is written there is tried again at the next occasion.
      parts.reopen();
      if (state.userId === userId && state.entries.length)
        callOff = parts.later(afterFailureMs, () => void drainNow(false));
    }
    sending = false;
    telling.end();
    await refresh();
    parts.shown();
  }

  /** What a full device has of a booking from before goes first. @throws with words for a person */
  async function letEarlierGo(bookingId: string): Promise<void> {
    const waits = () => state.entries.some((e) => e.bookingId === bookingId && e.state === 'waiting');
    if (!waits()) return;
    const enough = new Promise<void>((resolve) => {
      parts.later(earlierPatienceMs, resolve);
    });
    await Promise.race([drainNow(true), enough]);
    // Of a storage that cannot be read it is not known what waits.
    if (keeps.reads && waits())
      throw new Error(
        'This device is full, and what you wrote before has not been sent yet. Please try again',
      );
  }

  /** Where the device keeps nothing, something goes at once or not at all. @throws with words for a person */
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
   * Writes something down, with its photos.
   * @returns it once it is kept on this device; `null` where the device keeps nothing and it has been sent instead
   * @throws where it could be neither kept nor sent: what was written stays with the caller
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

    /** Begins for a person: shows what waits of theirs, takes the answers the worker got, and drains. */
    start(userId: string): void {
      if (state.userId === userId) return;
      set({ userId, entries: [] });
      void refresh().then(() => drainNow(true));
    },

    /** After sign-out: nothing is shown, nothing is sent. */
    stop(): void {
      callOff();
      set({ userId: null, entries: [] });
    },

    /** Writes something down, then sends it. Resolves once it is kept, or as `keep` says. */
    async queue(bookingId: string, work: W, photos?: readonly KeptPhoto[]): Promise<void> {
      if (await keep(bookingId, work, photos)) void drainNow(false);
    },

    /**
     * Writes something down, sends it, and says what became of that in so many milliseconds. What is refused by then,
     * and awaited, is not kept; otherwise it stays for its person to read why.
     * @returns 'stored' also for what was taken back meanwhile
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
      // Past what is shown, which may be somebody else's by now.
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
     * Takes back what has not been answered, not while it is on its way. What was refused is on no way: it waits for no
     * sending of something else, which may take minutes.
     * @returns it as it was by then; `null` where it was sent meanwhile
     */
    async discard(entry: Entry<W>): Promise<Entry<W> | null> {
      const found = await store.read(entry.seq);
      if (found?.state === 'failed') await store.remove(found);
      const removed = found?.state === 'failed' ? found : await parts.lock(() => takeOut(entry));
      await changed();
      void drainNow(true);
      return removed;
    },

    /** Whether this page knows that what had this id was done. */
    wasAnswered: (clientId: string): boolean => answeredIds.has(clientId),

    drain: drainNow,
    /** Whether what waits is being sent by this page. */
    isSending: (): boolean => sending,

    /** Another tab, or the worker, has something to say. */
    async hear(news: OutboxNews<A>): Promise<void> {
      if (news.kind === 'delivered') {
        await show(news.userId, news.answered);
        parts.shown();
      }
      await refresh();
    },
  };
}
