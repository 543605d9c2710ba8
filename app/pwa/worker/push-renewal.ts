import { paths } from '../../../api/contract/paths.ts';
import type { PushDevice } from '../../../api/contract/push.ts';
import { subscribeWith, subscriptionForm } from '../push/push-form.ts';
import { endIn, forgetEnded } from './ended.ts';

declare const self: ServiceWorkerGlobalScope;

const deadlineMs = 10_000;

/** The event of the Push API's chapter 10.5, which TypeScript half knows. */
interface ChangeEvent extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
}

export function renewPush(event: Event): void {
  const { newSubscription } = event as ChangeEvent;
  (event as ChangeEvent).waitUntil(renew(newSubscription ?? null));
}

/** The browser has given its subscription up, or taken another: the server is told where it is reached now. */
async function renew(given: PushSubscription | null): Promise<void> {
  const { method, path } = paths.readPushDevice;
  const answer = await fetch(path, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(deadlineMs),
  });
  // Nobody is signed in: nobody is told anything.
  const end = await endIn(answer);
  if (end) return forgetEnded(end);
  if (!answer.ok) return;
  const { publicKey }: PushDevice = await answer.json();
  const subscription = given ?? (await subscribeWith(self.registration.pushManager, publicKey));
  await fetch(paths.savePushSubscription.path, {
    method: paths.savePushSubscription.method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriptionForm(subscription, publicKey)),
    signal: AbortSignal.timeout(deadlineMs),
  });
}
