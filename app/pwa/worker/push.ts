import { isAppPage } from '../../../api/contract/rules/pages.ts';
import { isPushPayload, type PushPayload } from '../../../api/contract/rules/push-payload.ts';
import { keyOf } from '../../lib/api.ts';
import { inTime } from '../../lib/in-time.ts';
import { dropCacheRecords, readCacheRecord } from '../cache/cache-records.ts';
import { openMessage, storedMessage } from '../push/worker-messages.ts';
import { mayTell, refreshCopy } from './push-copy.ts';

declare const self: ServiceWorkerGlobalScope;

/** The time in which an open page must confirm that it opens the address itself. */
const patienceMs = 1500;
const storagePatienceMs = 400;

/**
 * The notification for a message that cannot be read, or is not for the signed-in person: browsers require one
 * notification per message.
 */
const general: Omit<PushPayload, 'version' | 'id' | 'title'> = {
  body: 'There is news for you. Open the app to see it.',
  href: '/',
  tag: 'general',
};

/**
 * Notifications are shown one after the other: Chromium loses one if the list of notifications is read while it
 * appears.
 */
let turn: Promise<unknown> = Promise.resolve();

/** Shows a message, and then updates the stored copy of its content. */
export function showPush(event: PushEvent): void {
  const shown = turn.then(() => show(event.data));
  turn = shown.catch(() => {});
  event.waitUntil(shown.then(makeRight));
}

async function makeRight(payload: PushPayload | null): Promise<void> {
  if (payload) await refreshCopy(payload.href).catch(() => {});
  for (const window of await self.clients.matchAll({ type: 'window' })) window.postMessage(storedMessage);
}

/** Always shows one notification. @returns the message, if it is for the signed-in person */
async function show(data: PushMessageData | null): Promise<PushPayload | null> {
  const payload = await readOwn(data);
  const isSeen = payload !== null && (await isLookedAt(payload.href).catch(() => false));
  const { title, body, href, tag } = payload ?? { ...general, title: await businessName() };
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { href, id: payload?.id },
    ...(isSeen || (await isShown(payload).catch(() => false)) ? quiet : { renotify: true }),
  } as NotificationOptions);
  // The page already shows the news: browsers require the notification, but the person need not close it.
  if (isSeen && isBooking(href)) await closeShown(tag).catch(() => {});
  await countShown().catch(() => {});
  return payload;
}

const configHash = JSON.stringify(keyOf('readConfig'));

/** The name of the business, as this device read it last. */
async function businessName(): Promise<string> {
  try {
    const kept = await inTime(readCacheRecord(configHash), storagePatienceMs);
    return (kept?.query.state.data as { businessName?: string } | undefined)?.businessName ?? 'Hearthkeep';
  } catch {
    return 'Hearthkeep';
  } finally {
    dropCacheRecords();
  }
}

function read(data: PushMessageData | null): PushPayload | null {
  try {
    const payload: unknown = data?.json();
    return isPushPayload(payload) ? payload : null;
  } catch {
    return null;
  }
}

/** A message for another person must not be shown: it came late, to a device on which they signed out. */
async function readOwn(data: PushMessageData | null): Promise<PushPayload | null> {
  const payload = read(data);
  return payload?.person === undefined || (await mayTell(payload.person)) ? payload : null;
}

/**
 * Options without sound: for a message that was already shown, or to a person who looks at the page. News of the
 * same booking does sound.
 */
const quiet = { renotify: false, silent: true };

async function isShown(payload: PushPayload | null): Promise<boolean> {
  if (!payload) return false;
  const shown = await self.registration.getNotifications({ tag: payload.tag });
  return shown.some(({ data }) => data?.id === payload.id);
}

async function isLookedAt(href: string): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window' });
  return windows.some(({ url, visibilityState }) => visibilityState === 'visible' && pathOf(url) === href);
}

const isBooking = (href: string): boolean => href.startsWith('/bookings/');

async function closeShown(tag: string): Promise<void> {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

const pathOf = (href: string): string => new URL(href, self.location.origin).pathname;

/** Shows the number of notifications on the app's icon, if the device supports it. */
async function countShown(): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
  const shown = await self.registration.getNotifications();
  await setAppBadge?.call(self.navigator, shown.length);
}

export function openPush(event: NotificationEvent): void {
  event.notification.close();
  event.waitUntil(Promise.allSettled([open(hrefOf(event.notification.data)), countShown()]));
}

/** The address of a page of ours, whatever a notification contains. */
function hrefOf(data: unknown): string {
  const { href } = (data ?? {}) as { href?: unknown };
  if (typeof href !== 'string' || !URL.canParse(href, self.location.origin)) return general.href;
  const { origin, pathname, search } = new URL(href, self.location.origin);
  return origin === self.location.origin && isAppPage(pathname) ? pathname + search : general.href;
}

/** Opens the address in the open app, where no typed text is lost; otherwise in a new window. */
async function open(href: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = windows.filter(({ url }) => isAppPage(pathOf(url)));
  const window = ours.find(({ visibilityState }) => visibilityState === 'visible') ?? ours[0];
  if (!window) return void (await self.clients.openWindow(href));
  // The focus comes first: it needs the person's tap, which is valid only for a moment.
  await window.focus().catch(() => {});
  if (await goesThere(window, href)) return;
  await window.navigate(href).catch(() => self.clients.openWindow(href));
}

function goesThere(window: WindowClient, href: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  window.postMessage(openMessage(href), [port2]);
  return inTime(heard, patienceMs)
    .catch(() => false)
    .finally(() => port1.close());
}
