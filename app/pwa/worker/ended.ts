import { isJson } from '../../lib/is-json.ts';
import { clearCacheRecords } from '../cache/cache-records.ts';
import { outboxStore } from '../outbox/store.ts';
import { sharedName } from '../photos/names.ts';
import { type Ending, endingsName, forgetName } from '../sign-out/endings.ts';
import { forgetStored } from '../sign-out/forget-stored.ts';
import { clearDatabase } from '../storage/clear-database.ts';

declare const self: ServiceWorkerGlobalScope;

/** The part of a person's access that has ended: this device's session, or the whole account, which was deleted. */
export type End = 'session' | 'account';

/** The end that the server reports; `null` for any other answer, such as a captive portal’s 401. */
export async function endIn(answer: Response): Promise<End | null> {
  if (answer.status !== 401 || !isJson(answer)) return null;
  const { code }: { code?: unknown } = await answer.clone().json();
  if (typeof code !== 'string') return null;
  return code === 'account_deleted' ? 'account' : 'session';
}

/**
 * Removes the read data from the device after the worker received the end of the session, maybe long before a page
 * is opened (design §6); an open page forgets its own. For a deleted account the waiting work is removed too; plain
 * storage is cleared by the next page, which receives the same answer.
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
