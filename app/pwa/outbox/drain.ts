import type { Entry, Work } from './database.ts';
import { turnMs } from './deadlines.ts';
import type { OutboxParts, Sent } from './parts.ts';
import type { OutboxStore } from './store.ts';

type IsKnown = OutboxParts['isKnown'];

export interface DrainParts<W extends Work, A> {
  userId: string;
  store: Pick<OutboxStore<W, A>, 'list' | 'read' | 'update' | 'deliver' | 'remove'>;
  send: (entry: Entry<W>) => Promise<Sent<A>>;
  isKnown: IsKnown;
  now: () => number;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
  /** The waits that ended early (`waitsOf`); an entry leaves them when it is tried. */
  over?: Waits;
  /** Called after every step that changed the outbox, with the answer to an entry. */
  changed: (answered: A | null, entry: Entry<W>) => void;
}

/** The ends of the entries' waits (milliseconds since the epoch), by `seq`. */
export type Waits = Map<number, number>;

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

/** The wait doubles from 1 s to 5 min, less up to half at random, so that devices don't all come back at once. */
export function backoffMs(attempts: number, random: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** attempts) * (1 - random / 2);
}

/**
 * Sends waiting entries, in the order of writing within a booking. An entry leaves only after the server's answer. A
 * booking that must wait delays no other, also if a server in between blocks only its calls, such as a photo too
 * large for a proxy. Two bookings in a row without an answer mean that there is no network, and end the drain. Only
 * one drainer should run at a time; a second one doubles and reorders nothing, since the server acts on every entry
 * once.
 * @returns the time of the next attempt (milliseconds since the epoch), or `null` if nothing waits for time alone.
 */
export async function drain<W extends Work, A>(parts: DrainParts<W, A>): Promise<number | null> {
  const { userId, store, send, isKnown, now, random, changed, over } = parts;
  const endsAt = now() + turnMs;
  const blocked = new Map<string, number>();
  const tried = new Set<number>();
  // The next entry is sent while the one before is removed from storage: after a kill in between, that one is sent
  // again, and the server recognises it.
  let delivered: Promise<void> = Promise.resolve();
  // Read before the sent entry is removed from the same storage, because the read would have to wait for that.
  let ahead: { seq: number; read: Promise<Entry<W> | undefined> } | null = null;
  let unanswered = 0;
  const noted = async (
    entry: Entry<W>,
    change: Parameters<OutboxStore<W>['update']>[1],
    afterMs: number | null = null,
  ) => {
    try {
      // A second drainer may have noted a refusal meanwhile, whose words stay.
      await store.update(entry.seq, change, 'waiting');
      changed(null, entry);
    } catch {
      // A full device cannot store the result, nor count attempts: the booking waits as long as the server says, or
      // the longest wait, and others continue.
      blocked.set(entry.bookingId, now() + (afterMs ?? longestWaitMs));
    }
  };
  let queue: Entry<W>[] = [];
  for (;;) {
    if (!queue.length) await delivered;
    if (!queue.length) queue = inTurn(await store.list(userId), isKnown).filter((e) => !tried.has(e.seq));
    const next = queue.shift();
    if (!next) return blocked.size ? Math.min(...blocked.values()) : null;
    tried.add(next.seq);
    if (blocked.has(next.bookingId)) continue;
    // A listed entry may have been taken back since, or sent by another drainer.
    const entry = await (ahead?.seq === next.seq ? ahead.read : store.read(next.seq));
    ahead = null;
    if (entry?.state !== 'waiting') continue;
    if (entry.notBefore > now() && over?.get(entry.seq) !== entry.notBefore) {
      blocked.set(entry.bookingId, entry.notBefore);
      continue;
    }
    if (now() >= endsAt) {
      await delivered;
      return now();
    }
    over?.delete(entry.seq);
    const sent = await send(entry);
    await delivered;
    unanswered = sent.kind === 'no-network' ? unanswered + 1 : 0;
    switch (sent.kind) {
      case 'stored':
        ahead = readAhead(store, queue[0]);
        delivered = takeOut(store, entry, sent.answered, now()).then(() => changed(sent.answered, entry));
        // The error is handled where the promise is awaited, which may never happen by then.
        delivered.catch(() => {});
        break;
      case 'refused': {
        const { code, reason } = sent;
        await noted(entry, { state: 'failed', code, reason });
        break;
      }
      case 'signed-out':
        return null;
      case 'no-network':
      case 'later': {
        const afterMs = (sent.kind === 'later' && sent.afterMs) || null;
        const reason = (sent.kind === 'later' && sent.reason) || null;
        const notBefore = now() + (afterMs ?? backoffMs(entry.attempts, random()));
        blocked.set(entry.bookingId, notBefore);
        await noted(entry, { attempts: entry.attempts + 1, notBefore, reason }, afterMs);
        if (unanswered > 1) return Math.min(...blocked.values());
      }
    }
  }
}

/** A full device cannot store the answer, but it can remove the answered entry. */
const takeOut = <W extends Work, A>(
  store: Pick<OutboxStore<W, A>, 'deliver' | 'remove'>,
  entry: Entry<W>,
  answered: A,
  at: number,
): Promise<void> => store.deliver(entry, answered, at).catch(() => store.remove(entry));

function readAhead<W extends Work>(store: Pick<OutboxStore<W>, 'read'>, next: Entry<W> | undefined) {
  if (!next) return null;
  const read = store.read(next.seq);
  // The error is handled where the promise is awaited, which may never happen.
  read.catch(() => {});
  return { seq: next.seq, read };
}

/**
 * Waiting entries, those of a booking in the order of writing. Bookings with the fewest failed attempts come first,
 * so that bookings without an answer do not delay the others. Entries unknown to this release wait for the release
 * that knows them, and later entries of their bookings wait with them.
 */
function inTurn<W extends Work>(entries: Entry<W>[], isKnown: IsKnown): Entry<W>[] {
  const inVain = new Map<string, number>();
  const held = heldForNewer(entries, isKnown);
  const going = entries.filter((entry) => {
    const { bookingId, state, attempts } = entry;
    if (state !== 'waiting') return false;
    if (!inVain.has(bookingId)) inVain.set(bookingId, attempts);
    return !held.has(entry);
  });
  const order = (entry: Entry<W>) => inVain.get(entry.bookingId) ?? 0;
  return going.sort((a, b) => order(a) - order(b) || a.seq - b.seq);
}

/**
 * Entries that wait for a newer release of the app: those unknown to this one, and the later ones of their bookings.
 */
export function heldForNewer<W extends Work>(entries: readonly Entry<W>[], isKnown: IsKnown): Set<Entry<W>> {
  const bookings = new Set<string>();
  const held = new Set<Entry<W>>();
  for (const entry of entries) {
    if (entry.state !== 'waiting') continue;
    if (!isKnown(entry.work)) bookings.add(entry.bookingId);
    if (bookings.has(entry.bookingId)) held.add(entry);
  }
  return held;
}

/**
 * The present waits of this person's entries, to be ended early because the network is back or a person asks; waits
 * set later stay. Nothing is written, which a full device could not do.
 */
export async function waitsOf(userId: string, store: Pick<OutboxStore, 'list'>): Promise<Waits> {
  return new Map((await store.list(userId)).map(({ seq, notBefore }) => [seq, notBefore]));
}
