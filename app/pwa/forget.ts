import { queryClient } from '../lib/query-client.ts';
import { clearCacheRecords } from './cache-records.ts';
import { stopOutbox } from './outbox/outbox.ts';
import { outboxStore } from './outbox/store.ts';
import { sealCache } from './persisted-cache.ts';

const channelName = 'hearthkeep-forget';

/** After this nothing of the person is left on the device: in memory, storage, both databases, in every tab. */
export async function forgetEverything(): Promise<void> {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('forget');
  channel.close();
  await forgetHere();
}

async function forgetHere(): Promise<void> {
  stopOutbox();
  await sealCache();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  await Promise.allSettled([clearCacheRecords(), outboxStore.clear()]);
}

/** Other tabs forget with the one that signs out, and leave what they show. */
export function forgetWithOthers(): void {
  new BroadcastChannel(channelName).onmessage = () => {
    void forgetHere().finally(() => location.replace('/'));
  };
}
