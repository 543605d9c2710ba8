import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../api/contract/schemas/people.ts';
import { aStore } from '../storage/testing/stores.ts';

/** This browser's one subscription, as the browser's own push manager has it. */
let subscription: PushSubscription | null;
let notes: Set<string>;
/** The browser's subscription as the server has it. */
let saved: string | null;
/** Called before the server answers that it has saved the subscription. */
let beforeSaved: () => Promise<void>;
let push: typeof import('./push.ts');

const endpoint = 'https://push.example/1';
const aSubscription = (): PushSubscription =>
  ({
    endpoint,
    options: { applicationServerKey: new Uint8Array([1]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  }) as unknown as PushSubscription;
const registration = {
  getNotifications: async () => [],
  pushManager: {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = aSubscription();
      return subscription;
    },
  },
};

beforeEach(async () => {
  subscription = null;
  notes = new Set();
  saved = null;
  beforeSaved = async () => {};
  vi.resetModules();
  vi.stubGlobal('localStorage', aStore(new Map()));
  vi.stubGlobal('document', { cookie: 'hearthkeep-in=mia' });
  vi.stubGlobal('caches', {
    open: async (name: string) => void notes.add(name),
    delete: async (name: string) => notes.delete(name),
    keys: async () => [...notes],
  });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.doMock('../../lib/api.ts', async (original) => ({
    ...(await original<typeof import('../../lib/api.ts')>()),
    call: async (name: string) => {
      if (name === 'readPushDevice') return { publicKey: 'AQ', endpoint: saved };
      if (name === 'removePushSubscription') saved = null;
      else {
        saved = endpoint;
        await beforeSaved();
      }
      return undefined;
    },
  }));
  const { queryClient } = await import('../../lib/cache/query-client.ts');
  const { userQuery } = await import('../../lib/session.ts');
  queryClient.setQueryData(userQuery().queryKey, { id: 'mia' } as User);
  push = await import('./push.ts');
});
afterEach(() => vi.unstubAllGlobals());

const isOn = () => ({
  state: push.usePush.getState().state,
  subscribed: subscription !== null && saved !== null,
  notes: [...notes],
});
const on = { state: 'on', subscribed: true, notes: ['hearthkeep-push-for-mia'] };

test('the look at the start of a page leaves a subscription alone that its person is turning on', async () => {
  let look: Promise<void> | undefined;
  beforeSaved = async () => {
    look = push.keepPush();
    // The look gets every chance to run to its end.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await push.turnPushOn();
  await look;
  expect(isOn()).toEqual(on);
});

test('notifications that are turned on during the look at the start of a page stay on', async () => {
  await Promise.all([push.keepPush(), push.turnPushOn()]);
  expect(isOn()).toEqual(on);
  await push.turnPushOff();
  expect(isOn()).toMatchObject({ state: 'off', subscribed: false });
});
