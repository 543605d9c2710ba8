import type { Message } from '../../../api/contract/entities.ts';

/** The name of the outbox's channel between tabs and worker, of its lock, and of its Background Sync tag. */
export const outboxNews = 'hearthkeep-outbox';

export type OutboxNews = { kind: 'changed' } | { kind: 'delivered'; message: Message };

/** One drainer at a time across tabs and worker. */
export function outboxLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(outboxNews, work) : work();
}
