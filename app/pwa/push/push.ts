import { create } from 'zustand';
import { ApiError, call } from '../../lib/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { inTime } from '../../lib/in-time.ts';
import { personMark, userQuery } from '../../lib/session.ts';
import { readPlain, writePlain } from '../storage/plain-storage.ts';
import { checkUnsealed } from '../storage/seal.ts';
import { isMadeWith, subscribeWith, subscriptionForm } from './push-form.ts';
import { forgetPush, hasPush } from './push-here.ts';
import { notePush } from './push-note.ts';

/**
 * Whether this device shows notifications: it does; it may, and is not to yet; nobody has been asked yet; it is not to, which its settings alone undo; an
 * iPhone's browser, which leaves them to the installed app; or it cannot.
 */
export type PushState = 'on' | 'off' | 'unasked' | 'blocked' | 'install' | 'unsupported';

/** `null` until it has been looked at. */
export const usePush = create<{ state: PushState | null }>(() => ({ state: null }));

/** Who has turned them on here: whoever signs in after them has not. */
const storedName = 'hearthkeep-push';
const workerPatienceMs = 10_000;

const isWanted = (): boolean => personMark() !== null && readPlain(storedName) === personMark();

export async function lookAtPush(): Promise<void> {
  usePush.setState({ state: await stateNow() });
}

async function stateNow(): Promise<PushState> {
  if (!hasPush()) {
    const { standalone } = navigator as { standalone?: boolean };
    return standalone === false ? 'install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted') return 'unasked';
  if (!isWanted()) return 'off';
  return (await subscriptionHere()) ? 'on' : 'off';
}

const workerReady = (): Promise<ServiceWorkerRegistration> =>
  inTime(navigator.serviceWorker.ready, workerPatienceMs);

const subscriptionHere = async (): Promise<PushSubscription | null> => {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
};

/**
 * Asks the person, where they have not been asked, and has this browser told of. To be called by a tap.
 * @throws ApiError, NetworkError; what the browser throws where its push service is away
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') {
    await subscribe();
    writePlain(storedName, personMark());
  }
  await lookAtPush();
}

/** @throws ApiError, NetworkError */
export async function turnPushOff(): Promise<void> {
  await call('removePushSubscription');
  writePlain(storedName, null);
  await (await subscriptionHere())?.unsubscribe();
  await lookAtPush();
}

/** The server knows this browser, under its key of today. */
async function subscribe(): Promise<void> {
  const { publicKey, endpoint } = await call('readPushDevice');
  const { pushManager } = await workerReady();
  const { id } = await queryClient.ensureQueryData(userQuery());
  await notePush(id).catch(() => {});
  const known = await pushManager.getSubscription();
  if (known && !isMadeWith(known, publicKey)) await known.unsubscribe();
  checkUnsealed();
  const subscription = await subscribeWith(pushManager, publicKey);
  if (subscription.endpoint === endpoint) return;
  try {
    await call('savePushSubscription', { body: subscriptionForm(subscription, publicKey) });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    await subscription.unsubscribe();
    const another = await subscribeWith(pushManager, publicKey);
    await call('savePushSubscription', { body: subscriptionForm(another, publicKey) });
  }
}

/** At every start: makes right what has changed since, such as the server's key or who is signed in. */
export async function keepPush(): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return;
  if (isWanted()) await subscribe();
  else await forgetPush();
}
