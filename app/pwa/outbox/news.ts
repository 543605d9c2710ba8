import { longestSendingMs, turnMs } from './deadlines.ts';

/** The name of the outbox's channel between tabs and worker, of its lock, and of its Background Sync tag. */
export const outboxNews = 'hearthkeep-outbox';

/** Answers are for the pages of the person who wrote the entries. */
export type OutboxNews<A = object> =
  | { kind: 'changed' }
  | { kind: 'delivered'; userId: string; answered: A[] };

/** The patience is longer than the longest turn: the entry begun last may still need a whole send. */
export const patienceMs = turnMs + longestSendingMs + 10_000;

/**
 * Allows one drainer at a time across tabs and worker. A page frozen by the system would hold its lock as long as it
 * sleeps, so the lock is taken from it then; a second drainer does no harm.
 */
export async function outboxLock<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let begun = false;
  const held = () => {
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request(outboxNews, { signal: AbortSignal.timeout(patienceMs) }, held);
  } catch (error) {
    if (begun) throw error;
    return navigator.locks.request(outboxNews, { steal: true }, held);
  }
}
