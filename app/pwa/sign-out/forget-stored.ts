import { outboxStore } from '../outbox/store.ts';
import { seenName } from '../photos/names.ts';
import { showBadge } from '../push/badge.ts';
import { clearDatabase } from '../storage/clear-database.ts';

/**
 * The data that a page and the worker remove from the device after a session has ended, besides the stored answers.
 */
export const forgetStored = (): Promise<unknown> =>
  Promise.allSettled([clearDatabase(seenName), outboxStore.dropDelivered(), showBadge(0)]);
