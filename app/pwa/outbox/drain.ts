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
  /** 0 to 1, for the jitter. */
  random: () => number;
  /** The waits that are over before their time (`waitsOf`); an entry that is tried leaves them. */
  over?: Waits;
  /** Told after every step that changed the outbox, with what was answered to an entry. */
  changed: (answered: A | null, entry: Entry<W>) => void;
}

/** Until when entries are to wait (milliseconds since the epoch), by their places. */
export type Waits = Map<number, number>;

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

/** Doubles from 1 s to 5 min, less up to half at random, so that devices don't all come back at once. */
export function backoffMs(attempts: number, random: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** attempts) * (1 - random / 2);
}

/**
 * Sends what waits, in the order of writing within a booking. An entry leaves only after the server's answer.
 * A booking that must wait holds up no other, also where something in between lets its alone not through, such as a
 * photo too large for a proxy; no answer for two bookings one after the other is no network, and ends it.
 * To be run by one drainer at a time; a second one doubles and reorders nothing, since the server does every entry once.
 * @returns when to try again (milliseconds since the epoch), or `null` when nothing waits for time alone.
 */
export async function drain<W extends Work, A>(parts: DrainParts<W, A>): Promise<number | null> {
  const { userId, store, send, isKnown, now, random, changed, over } = parts;
  const endsAt = now() + turnMs;
  const blocked = new Map<string, number>();
  const tried = new Set<number>();
  // While one is taken out of storage the next is on its way: killed in between, the first is sent again, and known.
  let delivered: Promise<void> = Promise.resolve();
  // Read before the one that was sent is taken out of the same storage, which it would have to wait for.
  let ahead: { seq: number; read: Promise<Entry<W> | undefined> } | null = null;
  let unanswered = 0;
  const noted = async (
    entry: Entry<W>,
    change: Parameters<OutboxStore['update']>[1],
    afterMs: number | null = null,
  ) => {
    try {
      await store.update(entry.seq, change);
      changed(null, entry);
    } catch {
      // A full device has no room for what became of it, nor counts how often: its booking waits as long as the server
      // says, or longest, and others go on.
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
    // What was listed may have been taken back since, or sent by another.
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
        // Who awaits it hears of it; nobody may by then.
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
        const notBefore = now() + (afterMs ?? backoffMs(entry.attempts, random()));
        blocked.set(entry.bookingId, notBefore);
        await noted(entry, { attempts: entry.attempts + 1, notBefore }, afterMs);
        if (unanswered > 1) return Math.min(...blocked.values());
      }
    }
  }
}

/** A full device has no room for the answer, but it has for the removal of what was answered. */
const takeOut = <W extends Work, A>(
  store: Pick<OutboxStore<W, A>, 'deliver' | 'remove'>,
  entry: Entry<W>,
  answered: A,
  at: number,
): Promise<void> => store.deliver(entry, answered, at).catch(() => store.remove(entry));

function readAhead<W extends Work>(store: Pick<OutboxStore<W>, 'read'>, next: Entry<W> | undefined) {
  if (!next) return null;
  const read = store.read(next.seq);
  // Whoever awaits it hears of it; nobody may.
  read.catch(() => {});
  return { seq: next.seq, read };
}

/**
 * What waits, each booking's in the order of writing; bookings that were tried in vain least come first, so that none
 * is kept from its turn by others that get no answer. What this release does not know waits for the one that does, and
 * what was written to its booking after it with it.
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

/** What waits for a newer release of the app: what this one does not know, and what follows it in its booking. */
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
 * The waits of this person's entries as they are now. The network is back, or a person asks: these are over, and those
 * that are set from now on are not. Nothing is written for it, which a full device could not.
 */
export async function waitsOf(userId: string, store: Pick<OutboxStore, 'list'>): Promise<Waits> {
  return new Map((await store.list(userId)).map(({ seq, notBefore }) => [seq, notBefore]));
}
