import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright/test';
import { chromiumArgs, findChromium, findHeadlessShell } from '../scripts/chromium.ts';
import { browserEnv, setClock } from './clock.ts';
import type { Guard } from './guard.ts';
import type { Network } from './network.ts';

/** A person's phone: its browser can be closed and opened again, and keeps what it stored. */
export interface Device {
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
  /** Takes the network away from every page and from the worker, or gives it back. */
  offline(away: boolean): Promise<void>;
  /** Closes the browser, all tabs at once; only one of its own. */
  closeBrowser(): Promise<void>;
  /** The browser's processes are gone in this moment, as when a phone's battery is. */
  killBrowser(): Promise<void>;
  /** Opens it again with what it stored; with or without a network. */
  openBrowser(options?: { offline?: boolean }): Promise<Page>;
  /** Closes it for good and removes what it stored. */
  discard(): Promise<void>;
}

export interface DeviceOptions {
  /** To share one, as quick to open as a tab and as apart as a device of its own; else it has a browser of its own. */
  browser?: Browser;
  guard: Guard;
  baseURL: string;
  /**
   * What lies between it and the server, cut while it is offline: a worker that Chromium starts meanwhile does not
   * know that its network is to be away.
   */
  network?: Pick<Network, 'down' | 'up'>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Sydney's, where the business is, unless told. */
  timezoneId?: string;
  /** Whether its pages have the app's service worker. */
  worker?: boolean;
  /** For a browser of its own: the one with a user interface. */
  wholeBrowser?: boolean;
}

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
      timezoneId: timezoneId ?? 'Australia/Sydney',
      colorScheme: colorScheme ?? 'light',
      offline,
      serviceWorkers: worker ? ('allow' as const) : ('block' as const),
    };
    const executablePath = options.wholeBrowser ? findChromium() : findHeadlessShell();
    const own = { ...settings, executablePath, args: chromiumArgs, env: browserEnv };
    if (userData) context = await chromium.launchPersistentContext(userData, own);
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
      // Never away for the page alone, nor back before there is a network.
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
          // It has followed another into death.
        }
      await gone;
    },
    async openBrowser({ offline = false } = {}) {
      await cutNetwork(offline);
      return open(offline);
    },
    async discard() {
      await context.close();
      if (userData) await rm(userData, { recursive: true, force: true });
    },
  };
}

/** What Playwright says on a page whose worker it does not let in. */
const workerBlocked = /Service Worker registration blocked by Playwright/;

/** Until the page is served by the worker, which has everything precached then. */
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
 * A route that is set in the moment in which the worker takes the page over is not heeded by Chromium from then on: it
 * is set before the app begins, or once the worker is there.
 */
function routeWhenSettled(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const isApp = await page.evaluate(() => document.querySelector('#root:not([data-phone])') !== null);
    if (isApp) await workerReady(page);
    return route(...given);
  };
}
