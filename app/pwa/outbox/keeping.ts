import type { Entry, KeptPhoto, Work } from './database.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageState } from './page-state.ts';
import type { OutboxParts } from './parts.ts';

/** The longest wait of a person for the booking's earlier entries. */
const earlierPatienceMs = 10_000;

/** Stores a page's work on the device, or sends it at once if the device can store nothing. */
export function createKeeping<W extends Work, A>(
  parts: OutboxParts<W, A>,
  { state, changed, found, reads }: PageState<W, A>,
  { show }: PageAnswers<W, A>,
  drainWithin: (ms: number) => Promise<void>,
) {
  const { store } = parts;
  /**
   * The ids of work that could neither be stored nor sent, by its content. It may have arrived, so the same content
   * gets the same id again, and the server acts once.
   */
  const unsettled = new Map<string, string>();

  /**
   * Sends a booking's earlier entries first, which a full device still has. @throws an Error with words for a person
   */
  async function letEarlierGo(bookingId: string): Promise<void> {
    const waits = () => state().entries.some((e) => e.bookingId === bookingId && e.state === 'waiting');
    if (!waits()) return;
    await drainWithin(earlierPatienceMs);
    // A storage that cannot be read does not show the waiting entries.
    if (reads() && waits())
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
  return async function keep(bookingId: string, work: W, photos: readonly KeptPhoto[] = []) {
    const { userId } = state();
    if (!userId) throw new Error('Nobody is signed in');
    // By the next attempt its person may have read more, such as this very message, which had arrived.
    const { lastSeenId: _, ...written } = work;
    const words = JSON.stringify([userId, bookingId, written]);
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
  };
}
