import { notePush } from './push-note.ts';

/** Apart from what turns notifications on: a sign-out waits for no code, which an old tab may not get any more. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What the lock screen shows is the person's too: it goes with them. */
export async function forgetPush(): Promise<void> {
  if (!hasPush()) return;
  const noted = notePush(null).catch(() => {});
  const worker = await navigator.serviceWorker.getRegistration();
  await closeShown();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await noted;
}

/** Takes away what the lock screen shows. */
export async function closeShown(): Promise<void> {
  if (!hasPush()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close();
}
