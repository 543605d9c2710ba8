import { outboxStore } from '../outbox/store.ts';
import type { Store } from './work.ts';

/** The device's outbox, in which only this app's own work is ever stored. */
export const unsentStore = outboxStore as unknown as Store;
