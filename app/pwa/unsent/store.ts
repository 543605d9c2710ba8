import { outboxStore } from '../outbox/store.ts';
import type { Store } from './work.ts';

/** The device's outbox: only this app's own work is ever put into it. */
export const unsentStore = outboxStore as unknown as Store;
