import { outboxStore } from '../outbox/store.ts';
import { seenName } from '../photos/names.ts';
import { showBadge } from '../push/badge.ts';
import { clearDatabase } from '../storage/clear-database.ts';

/** What a page and the worker alike take from the device once a session has ended, beside the stored answers. */
export const forgetStored = (): Promise<unknown> =>
  Promise.allSettled([clearDatabase(seenName), outboxStore.dropDelivered(), showBadge(0)]);
