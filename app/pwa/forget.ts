import { inTime } from '../lib/in-time.ts';
import { queryClient } from '../lib/query-client.ts';
import { clearCacheRecords } from './cache-records.ts';
import { stopOutbox } from './outbox/outbox.ts';
import { outboxStore } from './outbox/store.ts';
import { sealCache } from './persisted-cache.ts';

/** One for telling and for hearing: a channel does not hear itself, another one in the same page would. */
const channel = new BroadcastChannel('hearthkeep-forget');
const patienceMs = 3000;
let leave = () => {};

/** After this nothing of the person is left on the device: in memory, storage, both databases, in every tab. */
export async function forgetEverything(): Promise<void> {
  channel.postMessage('forget');
  await forgetHere();
}

/** Has this tab forget with the one that signs out; `leaving` takes away what it shows. */
export function forgetWithOthers(leaving: () => void): void {
  leave = leaving;
  channel.onmessage = () => void forgetHere().finally(() => location.replace('/'));
}

async function forgetHere(): Promise<void> {
  // What is on screen would read again what is forgotten here.
  leave();
  stopOutbox();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  const stored = Promise.allSettled([sealCache().then(clearCacheRecords), outboxStore.clear()]);
  // A device whose storage hangs keeps nobody signed in.
  await inTime(stored, patienceMs).catch(() => {});
}
