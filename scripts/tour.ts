import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { chromiumArgs, findChromium } from './chromium.ts';

/**
 * `npm run tour`: a picture of every screen, in both palettes, on a phone and a tablet, into `tour/`.
 * `npm run tour -- --manifest`: the pictures that the manifest and the README show, into `public/screenshots/`.
 */
interface Screen {
  name: string;
  path: string;
  as: 'visitor' | 'member' | 'newcomer' | 'admin';
}

const forManifest = process.argv.includes('--manifest');
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const tablet = { viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1, hasTouch: true };
const desk = { viewport: { width: 1180, height: 820 }, deviceScaleFactor: 1 };
const palettes = ['light', 'dark'] as const;

buildIfNeeded();
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  if (forManifest) await picturesForManifest();
  else await pictureOfEverything();
} finally {
  await browser.close();
  await server.close();
}

async function pictureOfEverything(): Promise<void> {
  for (const [device, options] of Object.entries({ phone, tablet })) {
    for (const colorScheme of palettes) {
      const folder = join('tour', `${device}-${colorScheme}`);
      await photograph(browser, { ...options, colorScheme }, await screens(server), (name) =>
        join(folder, `${name}.png`),
      );
      console.log(folder);
    }
  }
}

async function picturesForManifest(): Promise<void> {
  const all = await screens(server);
  const shown: [string, BrowserContextOptions, string[]][] = [
    ['narrow', phone, ['home', 'booking']],
    ['wide', desk, ['home', 'services']],
  ];
  for (const [prefix, options, names] of shown) {
    const some = all.filter((screen) => names.includes(screen.name));
    const file = (name: string) => join('public', 'screenshots', `${prefix}-${name}.png`);
    await photograph(browser, { ...options, colorScheme: 'light' }, some, file);
  }
}

async function photograph(
  on: Browser,
  options: BrowserContextOptions,
  all: Screen[],
  file: (name: string) => string,
): Promise<void> {
  for (const as of ['visitor', 'member', 'newcomer', 'admin'] as const) {
    const context = await on.newContext({
      ...options,
      baseURL: server.url,
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (as !== 'visitor') await signIn(page, `${as}@example.com`);
    for (const screen of all.filter((s) => s.as === as)) {
      await page.goto(screen.path, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      const path = file(screen.name);
      await mkdir(join(path, '..'), { recursive: true });
      await page.screenshot({ path });
    }
    await context.close();
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/api/login?returnTo=/');
  await page.getByRole('button', { name: email }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

async function screens(on: RunningServer): Promise<Screen[]> {
  const { booking, service } = await on.rows(async (db) => ({
    booking: await db
      .selectFrom('messages')
      .select('booking_id as id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
    service: await db
      .selectFrom('services')
      .select('id')
      .where('price_cents', 'is not', null)
      .orderBy('position')
      .executeTakeFirstOrThrow(),
  }));
  const details = new URLSearchParams({
    customerName: 'Noah Tran',
    phone: '0491 570 110',
    email: 'newcomer@example.com',
    address: '3 Banksia Road, Leichhardt NSW 2040',
    scheduledDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  return [
    { name: 'landing', path: '/', as: 'visitor' },
    { name: 'signin', path: '/signin', as: 'visitor' },
    { name: 'services-visitor', path: '/services', as: 'visitor' },
    { name: 'not-found', path: '/nowhere', as: 'visitor' },
    { name: 'home', path: '/', as: 'member' },
    { name: 'services', path: '/services', as: 'member' },
    { name: 'bookings', path: '/bookings', as: 'member' },
    { name: 'booking', path: `/bookings/${booking.id}`, as: 'member' },
    { name: 'billing', path: '/billing', as: 'member' },
    { name: 'profile', path: '/profile', as: 'member' },
    { name: 'home-newcomer', path: '/', as: 'newcomer' },
    { name: 'bookings-newcomer', path: '/bookings', as: 'newcomer' },
    { name: 'checkout', path: `/checkout/${service.id}?${details}`, as: 'newcomer' },
    { name: 'subscribe', path: `/subscribe?tier=deluxe&${details}`, as: 'newcomer' },
    { name: 'home-admin', path: '/', as: 'admin' },
    { name: 'admin', path: '/admin', as: 'admin' },
  ];
}
