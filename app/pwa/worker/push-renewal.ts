import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { PushDevice } from '../../../api/contract/schemas/push.ts';
import { subscribeWith, subscriptionForm } from '../push/push-form.ts';
import { endIn, forgetEnded } from './ended.ts';

declare const self: ServiceWorkerGlobalScope;

const deadlineMs = 10_000;

/** The event from section 10.5 of the Push API, which TypeScript knows only in part. */
interface ChangeEvent extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
}

export function renewPush(event: Event): void {
  const { newSubscription } = event as ChangeEvent;
  (event as ChangeEvent).waitUntil(renew(newSubscription ?? null));
}

/** Tells the server the new push address, after the browser has dropped or replaced its subscription. */
async function renew(given: PushSubscription | null): Promise<void> {
  const { method, path } = customerPaths.readPushDevice;
  const answer = await fetch(path, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(deadlineMs),
  });
  // Nobody is signed in, so there is no person to notify.
  const end = await endIn(answer);
  if (end) return forgetEnded(end);
  if (!answer.ok) return;
  const { publicKey }: PushDevice = await answer.json();
  const subscription = given ?? (await subscribeWith(self.registration.pushManager, publicKey));
  await fetch(customerPaths.savePushSubscription.path, {
    method: customerPaths.savePushSubscription.method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriptionForm(subscription, publicKey)),
    signal: AbortSignal.timeout(deadlineMs),
  });
}
