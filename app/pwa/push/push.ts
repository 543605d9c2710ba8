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
 * The state of notifications on this device. `on`: shown. `off`: allowed, but not turned on. `unasked`: the person
 * has not been asked. `blocked`: only the device's settings can allow them. `install`: an iPhone's browser, which
 * needs the installed app. `unsupported`: not possible.
 */
export type PushState = 'on' | 'off' | 'unasked' | 'blocked' | 'install' | 'unsupported';

/** `null` until the state was read. */
export const usePush = create<{ state: PushState | null }>(() => ({ state: null }));

/** The person who turned notifications on here; the next person to sign in has not. */
const storedName = 'hearthkeep-push';
const workerPatienceMs = 10_000;
const lockPatienceMs = 10_000;

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
 * Changes of the browser's one subscription run one after another, in all windows: the look at the start of a page
 * would otherwise end a subscription that its person is turning on at that moment.
 */
const oneByOne = (change: () => Promise<void>): Promise<void> =>
  navigator.locks.request(storedName, { signal: AbortSignal.timeout(lockPatienceMs) }, change);

/**
 * Asks the person for permission, if not asked before, and subscribes this browser. Must be called by a tap.
 * @throws ApiError, NetworkError; the browser's own error if its push service is not available
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted')
    await oneByOne(async () => {
      await subscribe();
      writePlain(storedName, personMark());
    });
  await lookAtPush();
}

/** @throws ApiError, NetworkError */
export async function turnPushOff(): Promise<void> {
  await oneByOne(async () => {
    await call('removePushSubscription');
    writePlain(storedName, null);
    await (await subscriptionHere())?.unsubscribe();
  });
  await lookAtPush();
}

/** Registers this browser at the server, under the server's present key. */
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

/** Corrects the subscription at every start, if the server's key or the signed-in person has changed. */
export async function keepPush(): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return;
  await oneByOne(() => (isWanted() ? subscribe() : forgetPush()));
}
