import type { PushSubscriptionForm } from '../../../api/contract/schemas/push.ts';

/** A browser's push subscription in the form for the server. */
export function subscriptionForm(subscription: PushSubscription, serverKey: string): PushSubscriptionForm {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, keys: { p256dh, auth }, serverKey };
}

/** The browser requires the promise that every message is shown. */
export const subscribeWith = (manager: PushManager, publicKey: string): Promise<PushSubscription> =>
  manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });

/** Whether a subscription was made with this key. */
export function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const made = options.applicationServerKey && new Uint8Array(options.applicationServerKey);
  const key = bytesOf(publicKey);
  return made?.length === key.length && made.every((byte, n) => byte === key[n]);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
