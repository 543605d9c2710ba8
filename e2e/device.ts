import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright/test';
import { chromiumArgs, findChromium, findHeadlessShell } from '../scripts/programs/chromium.ts';
import { browserEnv, deviceZone, setClock } from './clock.ts';
import type { Guard } from './guard.ts';
import type { Network } from './network.ts';

/** A person's phone: its browser can be closed and opened again, and keeps its storage. */
export interface Device {
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
  /** Cuts the network of every page and of the worker, or restores it. */
  offline(away: boolean): Promise<void>;
  /** Closes the browser with all tabs; only for a browser of its own. */
  closeBrowser(): Promise<void>;
  /** Kills the browser's processes at once, as an empty battery does. */
  killBrowser(): Promise<void>;
  /** Opens it again with its storage, with or without a network. */
  openBrowser(options?: { offline?: boolean }): Promise<Page>;
  /** Closes it for good and deletes its storage. */
  discard(): Promise<void>;
}

export interface DeviceOptions {
  /**
   * A shared browser, as quick to open as a tab and as separate as a device; without it, the device has a browser of
   * its own.
   */
  browser?: Browser;
  guard: Guard;
  baseURL: string;
  /**
   * The network to the server, cut while the device is offline: a worker that Chromium starts meanwhile does not
   * know that it must be offline.
   */
  network?: Pick<Network, 'down' | 'up'>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** The device's zone; `deviceZone` unless given. */
  timezoneId?: string;
  /** Whether its pages have animations; `inMotion` unless given. */
  motion?: boolean;
  /** Whether its pages have the app's service worker. */
  worker?: boolean;
  /** Whether a browser of its own is the one with a user interface. */
  wholeBrowser?: boolean;
}

/**
 * Animations take an eighth of the processor's time. Outside of `npm run test:full` the devices prefer reduced motion,
 * unless a test wants animations.
 */
export const inMotion = Boolean(process.env.FULL);

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { browser, guard, baseURL, network, viewport, colorScheme, timezoneId, worker } = options;
  const userData = browser ? null : await mkdtemp(join(tmpdir(), 'hearthkeep-device-'));
  const size = viewport ?? { width: 390, height: 844 };
  let context: BrowserContext;
  let page: Page;
  let cut = false;
  const cutNetwork = async (away: boolean) => {
    if (away !== cut) await (away ? network?.down() : network?.up());
    cut = away;
  };
  const open = async (offline: boolean) => {
    const settings = {
      baseURL,
      viewport: size,
      hasTouch: true,
      isMobile: size.width < 768,
      locale: 'en-AU',
      timezoneId: timezoneId ?? deviceZone,
      colorScheme: colorScheme ?? 'light',
      offline,
      reducedMotion: (options.motion ?? inMotion) ? ('no-preference' as const) : ('reduce' as const),
      serviceWorkers: worker ? ('allow' as const) : ('block' as const),
    };
    const executablePath = options.wholeBrowser ? findChromium() : findHeadlessShell();
    const launchOptions = { ...settings, executablePath, args: chromiumArgs, env: browserEnv };
    if (userData) context = await chromium.launchPersistentContext(userData, launchOptions);
    else if (browser) context = await browser.newContext(settings);
    await setClock(context);
    guard.watch(context);
    if (worker) {
      context.on('page', routeWhenSettled);
      context.pages().forEach(routeWhenSettled);
    }
    page = context.pages()[0] ?? (await context.newPage());
    return page;
  };

  if (!worker) guard.allow(workerBlocked);
  await open(false);
  return {
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    async offline(away) {
      // The page is never offline alone, nor online before the network is.
      if (!away) await cutNetwork(false);
      await context.setOffline(away);
      if (away) await cutNetwork(true);
    },
    async closeBrowser() {
      if (browser) throw new Error('This browser is shared: test.use({ closesBrowser: true })');
      await context.close();
    },
    async killBrowser() {
      if (!userData) throw new Error('This browser is shared: test.use({ closesBrowser: true })');
      const gone = new Promise((resolve) => context.once('close', resolve));
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
      for (const line of stdout.split('\n').filter((one) => one.includes(userData)))
        try {
          process.kill(Number.parseInt(line, 10), 'SIGKILL');
        } catch {
          // The browser has ended already.
        }
      await gone;
    },
    async openBrowser({ offline = false } = {}) {
      await cutNetwork(offline);
      return open(offline);
    },
    async discard() {
      // A route's handler that still waits for an answer is no failure of a test that has ended.
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      if (userData) await rm(userData, { recursive: true, force: true });
    },
  };
}

/** Playwright's message on a page whose worker it blocks. */
const workerBlocked = /Service Worker registration blocked by Playwright/;

/** Waits until the worker serves the page, with everything precached. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (String(navigator.serviceWorker.register).includes('blocked by Playwright'))
      throw new Error('This test has no worker: test.use({ worker: true })');
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/**
 * Chromium ignores a route that is set in the moment in which the worker takes over the page. Routes are therefore
 * set before the app begins, or after the worker is active.
 */
function routeWhenSettled(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const isApp = await page.evaluate(() => document.querySelector('#root:not([data-phone])') !== null);
    if (isApp) await workerReady(page);
    return route(...given);
  };
}
