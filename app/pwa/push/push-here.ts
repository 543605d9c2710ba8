import { notePush } from './push-note.ts';

/**
 * This is apart from the code that turns notifications on: a sign-out must not wait for code, which an old tab may
 * no longer get.
 */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Ends push on this device, and closes its notifications, because the lock screen's content belongs to the person
 * too.
 */
export async function forgetPush(): Promise<void> {
  if (!hasPush()) return;
  const noted = notePush(null).catch(() => {});
  const worker = await navigator.serviceWorker.getRegistration();
  await closeShown();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await noted;
}

/** Closes the notifications on the lock screen. */
export async function closeShown(): Promise<void> {
  if (!hasPush()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close();
}
