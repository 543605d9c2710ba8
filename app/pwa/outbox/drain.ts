import type { Message } from '../../../api/contract/entities.ts';
import type { Entry } from './database.ts';
import type { OutboxStore } from './store.ts';

/** What became of one sending. */
export type Sent =
  | { kind: 'stored'; message: Message }
  /** No answer came: whether it was stored is not known, and the repeat finds out. */
  | { kind: 'no-network' }
  /** 429 and 5xx: this one waits, others go on. */
  | { kind: 'later'; afterMs: number | null }
  /** 401: nobody, or somebody else, is signed in. */
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string };

export interface DrainParts {
  userId: string;
  store: Pick<OutboxStore, 'list' | 'update' | 'deliver'>;
  send: (entry: Entry) => Promise<Sent>;
  now: () => number;
  /** 0 to 1, for the jitter. */
  random: () => number;
  /** Told after every step that changed the outbox. */
  changed: (delivered: Message | null) => void;
}

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

/** Doubles from 1 s to 5 min, less up to half at random, so that devices don't all come back at once. */
export function backoffMs(attempts: number, random: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** attempts) * (1 - random / 2);
}

/**
 * Sends what waits, in the order of writing within a booking. An entry leaves only after the server's answer.
 * A booking that must wait holds up no other; no network holds up all. To be run by one drainer at a time.
 * @returns when to try again (milliseconds since the epoch), or `null` when nothing waits for time alone.
 */
export async function drain({
  userId,
  store,
  send,
  now,
  random,
  changed,
}: DrainParts): Promise<number | null> {
  const blocked = new Map<string, number>();
  const seen = new Set<number>();
  for (;;) {
    const waiting = (await store.list(userId)).filter((e) => e.state === 'waiting');
    const entry = waiting.find((e) => !seen.has(e.seq) && !blocked.has(e.bookingId));
    if (!entry) return blocked.size ? Math.min(...blocked.values()) : null;
    seen.add(entry.seq);
    if (entry.notBefore > now()) {
      blocked.set(entry.bookingId, entry.notBefore);
      continue;
    }
    const sent = await send(entry);
    switch (sent.kind) {
      case 'stored':
        await store.deliver(entry, sent.message);
        changed(sent.message);
        break;
      case 'refused':
        await store.update(entry.seq, { state: 'failed', reason: sent.reason });
        changed(null);
        break;
      case 'signed-out':
        return null;
      case 'no-network':
      case 'later': {
        const wait = (sent.kind === 'later' && sent.afterMs) || backoffMs(entry.attempts, random());
        const notBefore = now() + wait;
        await store.update(entry.seq, { attempts: entry.attempts + 1, notBefore });
        changed(null);
        if (sent.kind === 'no-network') return notBefore;
        blocked.set(entry.bookingId, notBefore);
      }
    }
  }
}

/** The network is back, or a person asks: what waits for time alone may go at once. */
export async function forgetWaits(
  userId: string,
  store: Pick<OutboxStore, 'list' | 'update'>,
): Promise<void> {
  for (const entry of await store.list(userId)) {
    if (entry.state === 'waiting' && entry.notBefore > 0) await store.update(entry.seq, { notBefore: 0 });
  }
}
