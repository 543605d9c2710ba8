import type { Work } from './database.ts';
import { drain, type Waits, waitsOf } from './drain.ts';
import { oneMore } from './one-more.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageState } from './page-state.ts';
import type { OutboxParts } from './parts.ts';
import { teller } from './telling.ts';

/** The time that a storage gets to recover after it failed during a drain. */
const afterFailureMs = 30_000;

/** The drains of a page: one at a time, and the next one when an entry's wait is over. */
export function createPageDrain<W extends Work, A extends object>(
  parts: OutboxParts<W, A>,
  { state, refresh }: PageState<W, A>,
  answers: PageAnswers<W, A>,
) {
  let callOff = () => {};
  let sending = false;
  /** The entries that waited when everything was last to be sent at once: they wait no more. */
  let over: Waits = new Map();

  /** Drains; `true` also tries entries that wait for time alone. */
  const drainNow = oneMore(drainOnce);

  async function drainOnce(atOnce: boolean): Promise<void> {
    const { userId } = state();
    if (!userId) return;
    callOff();
    const shown = new Set<string>();
    const telling = teller(
      userId,
      parts,
      (answered) => void answers.show(userId, answered),
      () => void refresh(),
    );
    try {
      const next = await parts.lock(async () => {
        if (state().userId !== userId) return null;
        await answers.takeIn(userId, shown);
        if (atOnce) over = await waitsOf(userId, parts.store);
        sending = true;
        return await drain({
          ...parts,
          userId,
          over,
          send: async (entry) => {
            // An entry read before the sign-out must not be sent.
            if (state().userId !== userId) return { kind: 'signed-out' };
            const sent = await parts.send(entry);
            parts.met(sent);
            return sent;
          },
          changed: (answered, { clientId }) => {
            if (answered) {
              shown.add(clientId);
              answers.note(clientId);
            }
            telling.note(answered);
          },
        });
      });
      await answers.takeIn(userId, shown);
      if (next !== null && state().userId === userId)
        callOff = parts.later(Math.max(0, next - parts.now()), () => void drainNow(false));
    } catch {
      // The device's storage failed; the next occasion tries the stored entries again.
      parts.reopen();
      if (state().userId === userId && state().entries.length)
        callOff = parts.later(afterFailureMs, () => void drainNow(false));
    }
    sending = false;
    telling.end();
    await refresh();
    parts.shown();
  }

  return {
    drainNow,
    /** Drains at once. Resolves after that, or after so many milliseconds. */
    drainWithin(ms: number): Promise<void> {
      const enough = new Promise<void>((resolve) => {
        parts.later(ms, resolve);
      });
      return Promise.race([drainNow(true), enough]);
    },
    /** Cancels the next planned drain. */
    callOff: (): void => callOff(),
    /** Whether this page is sending entries. */
    isSending: (): boolean => sending,
  };
}
