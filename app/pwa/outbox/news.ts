import { longestSendingMs, turnMs } from './deadlines.ts';

/** The name of the outbox's channel between tabs and worker, of its lock, and of its Background Sync tag. */
export const outboxNews = 'hearthkeep-outbox';

/** Answers are for the pages of whoever wrote what they answer. */
export type OutboxNews<A = object> =
  | { kind: 'changed' }
  | { kind: 'delivered'; userId: string; answered: A[] };

/** Longer than the longest turn: what it takes up last may still be a whole sending. */
export const patienceMs = turnMs + longestSendingMs + 10_000;

/**
 * One drainer at a time across tabs and worker. A page that the system has frozen holds its lock for as long as it
 * sleeps: it is taken from it then, which a second drainer survives.
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
