import { isJson } from '../../lib/is-json.ts';
import { clearCacheRecords } from '../cache/cache-records.ts';
import { outboxStore } from '../outbox/store.ts';
import { sharedName } from '../photos/names.ts';
import { type Ending, endingsName, forgetName } from '../sign-out/endings.ts';
import { forgetStored } from '../sign-out/forget-stored.ts';
import { clearDatabase } from '../storage/clear-database.ts';

declare const self: ServiceWorkerGlobalScope;

/** What of a person's has ended: this device's session, or the account itself, which was deleted. */
export type End = 'session' | 'account';

/** What the server says has ended; `null` for any other answer: a captive portal’s 401 says nothing of it. */
export async function endIn(answer: Response): Promise<End | null> {
  if (answer.status !== 401 || !isJson(answer)) return null;
  const { code }: { code?: unknown } = await answer.clone().json();
  if (typeof code !== 'string') return null;
  return code === 'account_deleted' ? 'account' : 'session';
}

/**
 * The worker has met the end of the session, maybe long before any page is opened: what was read goes from the device
 * (design §6), and a page that is open forgets what it has. Of an account that was deleted what waits to be sent goes,
 * too; what stands in plain storage goes with the next page, which meets the same answer.
 */
export async function forgetEnded(end: End): Promise<void> {
  const isGone = end === 'account';
  const channel = new BroadcastChannel(isGone ? forgetName : endingsName);
  channel.postMessage(isGone ? 'forget' : ('ended' satisfies Ending));
  channel.close();
  const waiting = isGone ? [outboxStore.clear(), clearDatabase(sharedName)] : [];
  await Promise.allSettled([clearCacheRecords(), forgetStored(), closeShown(), ...waiting]);
}

async function closeShown(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
}
