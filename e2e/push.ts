import type { BrowserContext, Page, Worker } from 'playwright/test';
import { aPushService, type PushService, type TestBrowser } from '../api/testing/outside/push.ts';
import { workerReady } from './device.ts';
import type { RunningServer } from './server.ts';
import { test as base, expect, personas, signInAs } from './test.ts';

interface Fixtures {
  /** The push service of this machine, which the server may post to. */
  pushService: PushService;
}

export const test = base.extend<Fixtures>({
  pushService: async ({ browserName: _ }, use) => {
    const service = await aPushService();
    await use(service);
    await service.close();
  },
  serverOptions: async ({ pushService }, use) => use({ env: { PUSH_HOSTS: pushService.host } }),
});

/**
 * A browser's own push service is out of reach here, so this device subscribes at `service` instead. Only that part
 * is replaced: permissions, notifications and the worker are the browser's own.
 */
export async function subscribesAt(context: BrowserContext, service: PushService): Promise<TestBrowser> {
  const browser = service.browser();
  await context.addInitScript(({ endpoint, keys }) => {
    const name = 'a-push-subscription';
    const known = () => {
      const stored = localStorage.getItem(name);
      if (!stored) return null;
      return {
        endpoint,
        options: { applicationServerKey: new Uint8Array(JSON.parse(stored)).buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(name);
          return true;
        },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => known(),
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        localStorage.setItem(name, JSON.stringify([...applicationServerKey]));
        return known();
      },
    });
  }, browser.subscription(''));
  return browser;
}

interface PushedWorker {
  worker: Worker;
  /** Passes a push service's message to the worker. */
  push(data: string): Promise<void>;
  /**
   * The same, and waits until it has shown a notification. Chromium forgets a notification that is queried while it
   * is being shown: `shownBy` must not be called before.
   */
  deliver(data: string): Promise<void>;
}

/** The worker of a page, with functions to pass it push messages. */
export async function workerOf(page: Page): Promise<PushedWorker> {
  await workerReady(page);
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const push = async (data: string) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
  return {
    worker,
    push,
    async deliver(data) {
      const before = await timesShown(worker);
      await push(data);
      await expect.poll(() => timesShown(worker)).toBeGreaterThan(before);
    },
  };
}

/** The number of notifications that the browser has shown for the worker since the first call. */
const timesShown = (worker: Worker): Promise<number> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope & { timesShown?: number };
    if (scope.timesShown === undefined) {
      scope.timesShown = 0;
      const { registration } = scope;
      const show = registration.showNotification.bind(registration);
      registration.showNotification = async (...given) => {
        await show(...given);
        scope.timesShown = (scope.timesShown ?? 0) + 1;
      };
    }
    return scope.timesShown;
  });

export const allow = (page: Page, server: RunningServer) =>
  page.context().grantPermissions(['notifications'], { origin: server.url });

export const subscriptions = (server: RunningServer) =>
  server.rows((db) => db.selectFrom('push_subscriptions').select('user_id').execute());

/** Opens a page as the member, on a device with permission that subscribes at `service`. */
export async function openAllowed(page: Page, path: string, server: RunningServer, service: PushService) {
  const browser = await subscribesAt(page.context(), service);
  await allow(page, server);
  await signInAs(page, personas.member, path);
  return { browser, ...(await workerOf(page)) };
}

/** The same, with notifications turned on by the member: otherwise the app removes all that are shown. */
export async function openTurnedOn(page: Page, server: RunningServer, service: PushService) {
  const opened = await openAllowed(page, '/profile?tab=preferences', server, service);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On for this device')).toBeVisible();
  return opened;
}

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  href: string;
}

export const shownBy = (worker: Worker): Promise<ShownNotification[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as ServiceWorkerGlobalScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, href: data.href }));
  });

/** A tap on the notification with this tag. */
export const tap = (worker: Worker, tag: string): Promise<void> =>
  worker.evaluate(async (of) => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications({ tag: of });
    if (!notification) throw new Error(`No notification of ${of}`);
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  }, tag);

/** Counts the notifications shown for the worker from now on; all present ones are closed first. */
export async function countShows(worker: Worker): Promise<() => Promise<number>> {
  const before = await timesShown(worker);
  await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as ServiceWorkerGlobalScope;
    for (const shown of await registration.getNotifications()) shown.close();
    // The browser closes them a moment later, together with a later one of the same tag.
    while ((await registration.getNotifications()).length > 0) await new Promise((r) => setTimeout(r, 10));
  });
  return async () => (await timesShown(worker)) - before;
}

export { expect };
