import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright/test';
import { chromiumArgs, findChromium } from '../scripts/chromium.ts';
import type { Guard } from './guard.ts';

/** A person's phone: its browser can be closed and opened again, and keeps what it stored. */
export interface Device {
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
  /** Takes the network away from every page and from the worker, or gives it back. */
  offline(away: boolean): Promise<void>;
  /** Closes the browser, all tabs at once. */
  closeBrowser(): Promise<void>;
  /** Opens it again with what it stored; with or without a network. */
  openBrowser(options?: { offline?: boolean }): Promise<Page>;
  /** Closes it for good and removes what it stored. */
  discard(): Promise<void>;
}

export interface DeviceOptions {
  guard: Guard;
  baseURL: string;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

export async function openDevice({ guard, baseURL, viewport, colorScheme }: DeviceOptions): Promise<Device> {
  const userData = await mkdtemp(join(tmpdir(), 'hearthkeep-device-'));
  const size = viewport ?? { width: 390, height: 844 };
  let context: BrowserContext;
  let page: Page;

  const open = async (offline: boolean) => {
    context = await chromium.launchPersistentContext(userData, {
      executablePath: findChromium(),
      args: chromiumArgs,
      baseURL,
      viewport: size,
      hasTouch: true,
      isMobile: size.width < 768,
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      colorScheme: colorScheme ?? 'light',
      offline,
    });
    guard.watch(context);
    page = context.pages()[0] ?? (await context.newPage());
    return page;
  };

  await open(false);
  return {
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    offline: (away) => context.setOffline(away),
    closeBrowser: () => context.close(),
    openBrowser: ({ offline = false } = {}) => open(offline),
    async discard() {
      await context.close();
      await rm(userData, { recursive: true, force: true });
    },
  };
}

/** Until the page is served by the worker, which has everything precached then. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}
