import { isJson } from '../../lib/is-json.ts';
import { clearCacheRecords } from '../cache-records.ts';
import { type Ending, endingsName } from '../endings.ts';
import { forgetStored } from '../forget-stored.ts';

declare const self: ServiceWorkerGlobalScope;

/** Whether the server says that nobody, or somebody else, is signed in; a captive portal’s 401 says nothing of it. */
export async function isEnded(answer: Response): Promise<boolean> {
  if (answer.status !== 401 || !isJson(answer)) return false;
  const body: { code?: unknown } = await answer.clone().json();
  return typeof body.code === 'string';
}

/**
 * The worker has met the end of the session, maybe long before any page is opened: what was read goes from the device
 * (design §6), and a page that is open forgets what it has.
 */
export async function forgetEnded(): Promise<void> {
  const channel = new BroadcastChannel(endingsName);
  channel.postMessage('ended' satisfies Ending);
  channel.close();
  await Promise.allSettled([clearCacheRecords(), forgetStored(), closeShown()]);
}

async function closeShown(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
}
