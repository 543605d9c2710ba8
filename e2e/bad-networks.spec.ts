import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import type { Badness } from './network.ts';
import { openBooking, openThread, send, tickUntil, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const strip = (page: Page) => page.locator('.strip').filter({ visible: true });
const offline = (page: Page) => strip(page).filter({ hasText: /^Offline · as of / });
const waitsInVain = (page: Page) => page.locator('.skeleton, .spinner').filter({ visible: true });

/**
 * Waits until every message is sent. The worker, whose clock is the real one, first ends a request without an answer after
 * 20 s, and then pauses.
 */
const allSent = (page: Page) =>
  expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0, { timeout: 90_000 });

/** The browser's messages about calls that another server or nobody answers. */
const badNetwork = [
  ...networkAway,
  /status of 511|answer 511|net::ERR_FAILED|WebSocket connection to|error occurred when fetching the script|unsupported MIME type|Failed to update a ServiceWorker/,
];

/** Counts the documents that a tab loads; a page that recovers by itself loads none. */
function documentsOf(page: Page): () => number {
  let count = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) count += 1;
  });
  return () => count;
}

test.describe('on a bad network', () => {
  test.beforeEach(({ guard }) => guard.allow(...badNetwork));

  for (const badness of ['portal', 'portal-redirect', 'portal-511', 'silence'] satisfies Badness[]) {
    test(`stored content is on screen before any answer, the strip says Offline, and everything recovers by itself (${badness}) @full`, async ({
      page,
      server,
      network,
    }) => {
      await page.clock.install();
      await signInWithWorker(page, personas.member, '/bookings');
      const seen = await newest(server, 'scheduled');
      const unseen = await newest(server, 'completed', 'one_time');
      await openThread(page, seen.id);
      const sessions = () => server.rows((db) => db.selectFrom('sessions').select('user_id').execute());
      const before = await sessions();

      network.behave(badness);
      await openBooking(page, seen.id);
      await expect(front(page.getByText('Service details'))).toBeVisible();
      await expect(page.getByRole('log')).toBeVisible();
      await page.goto('/bookings');
      await expect(front(page.getByRole('heading', { name: seen.name }))).toBeVisible();
      await page.clock.runFor(9500);
      await expect(offline(page)).toBeVisible();
      await expect(front(page.getByRole('heading', { name: seen.name }))).toBeVisible();

      // Only the list shows this booking; its thread was never read.
      await openBooking(page, unseen.id);
      await page.clock.runFor(10_500);
      await expect(front(page.getByText('You are offline'))).toBeVisible();
      await expect(front(page.getByText('It opens when the network is back.'))).toBeVisible();
      await expect(waitsInVain(page)).toHaveCount(0);
      await expect(front(page.getByRole('button', { name: 'Try again' }))).toBeVisible();
      await expect(offline(page)).toBeVisible();

      await openThread(page, seen.id);
      await send(page, 'The side gate is open.');
      await page.clock.runFor(20_500);
      await expect(front(page.getByText('Waiting for the network'))).toBeVisible();
      await expect(strip(page)).toContainText('1 message waiting');
      expect((await findKept(page, 'Station Café')).found).toEqual([]);

      const documents = documentsOf(page);
      network.behave(null);
      await page.clock.runFor(10_500);
      // Requests without an answer are ended by the browser's own timeout, and repeated ten seconds later.
      await expect(strip(page)).toHaveCount(0);
      await page.clock.runFor(5000);
      await allSent(page);
      const stored = await server.rows((db) =>
        db.selectFrom('messages').select('id').where('message', '=', 'The side gate is open.').execute(),
      );
      expect(stored).toHaveLength(1);
      expect(documents()).toBe(0);
      expect(await sessions()).toEqual(before);
      expect(network.spoilt).toBeGreaterThan(0);
    });
  }

  test('one call without an answer does not mean Offline: the content shows its age, and is read again @full', async ({
    page,
    server,
    network,
  }) => {
    await page.clock.install();
    await signInWithWorker(page, personas.member, '/bookings');
    const { name } = await newest(server, 'scheduled');
    await expect(front(page.getByRole('heading', { name }))).toBeVisible();
    network.behave('silence', /^\/api\/bookings$/);
    await page.reload();
    await expect(front(page.getByRole('heading', { name }))).toBeVisible();
    const updating = strip(page).filter({ hasText: /^Updating… · as of / });
    await tickUntil(page, () => updating.isVisible());
    await page.clock.runFor(6000);
    await expect(strip(page)).toContainText(/^Not up to date · as of /);
    expect(await axe(page, 'what is not up to date')).toEqual([]);
    network.behave(null);
    await strip(page).getByRole('button', { name: 'Try again' }).click();
    await expect(strip(page)).toHaveCount(0);
  });

  test('messages behind a failed one are shown as waiting too @full', async ({ page, server, network }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const { id } = await newest(server, 'scheduled');
    await openThread(page, id);
    // The server itself still answers, so the app is not offline.
    network.behave('portal', /^\/api\//);
    await send(page, 'The gate is open.');
    await expect(page.getByText('Waiting for the network')).toHaveCount(1);
    await send(page, 'Mind the dog.');
    await expect(page.getByText('Waiting for the network')).toHaveCount(2);
    await expect(page.getByText('Sending…')).toHaveCount(0);
    network.behave(null);
    await allSent(page);
  });

  test('everything arrives over a trickle in the end, and nothing says Offline @full', async ({
    page,
    server,
    network,
  }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const { id } = await newest(server, 'completed');
    const texts: string[] = [];
    await page.exposeFunction('tell', (text: string) => texts.push(text));
    await page.evaluate(() =>
      new MutationObserver(() => {
        const text = document.querySelector('.strip')?.textContent;
        if (text) (globalThis as unknown as { tell(text: string): void }).tell(text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true }),
    );
    network.behave('trickle', /^\/api\//);
    await front(page.locator(`a[href$="${id}"]`)).click();
    await expect(page.getByRole('log')).toBeVisible();
    await expect(waitsInVain(page)).toHaveCount(0);
    expect(texts.filter((text) => /Offline/.test(text))).toEqual([]);
  });

  test('a flapping network loses, doubles and reorders nothing, and leaves the page unchanged @full', async ({
    device,
    page,
    server,
    network,
  }) => {
    await signInWithWorker(page, personas.member, '/bookings');
    const { id } = await newest(server, 'scheduled');
    await openThread(page, id);
    const documents = documentsOf(page);
    const words = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'];
    for (const [n, word] of words.entries()) {
      if (n % 3 === 0) await device.offline(n % 2 === 0);
      else network.behave(n % 3 === 1 ? 'portal' : null);
      await send(page, word);
    }
    network.behave(null);
    await device.offline(false);
    await allSent(page);
    await expect(strip(page)).toHaveCount(0);
    const stored = await server.rows((db) =>
      db.selectFrom('messages').select('message').where('message', 'in', words).orderBy('seq').execute(),
    );
    expect(stored.map(({ message }) => message)).toEqual(words);
    expect(documents()).toBe(0);
  });

  test('signing out through a portal ends nothing and forgets nothing @full', async ({
    page,
    server,
    network,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await openThread(page, id);
    await page.goto('/profile');
    network.behave('portal');
    await page.getByRole('button', { name: 'Sign Out' }).last().click();
    await expect(toastOf(page, 'You are still signed in')).toBeVisible();
    await openThread(page, id);
    network.behave(null);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).last().click();
    await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
    expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
  });

  test('a portal’s page never becomes part of a worker’s release: a spoilt release is fetched later, a complete one stays @full', async ({
    device,
    page,
    network,
  }) => {
    await page.addInitScript(() => {
      const container = navigator.serviceWorker;
      const register = container.register.bind(container);
      container.register = async (...given) => {
        const registration = await register(...given);
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          document.documentElement.dataset.brought = installing.state;
        });
        return registration;
      };
    });
    network.behave('portal', /^\/(icons|landing|manifest)/);
    await signInAs(page, personas.member, '/bookings');
    await expect(page.locator('html')).toHaveAttribute('data-brought', 'redundant');
    expect((await findKept(page, 'Station Café')).found).toEqual([]);

    network.behave(null);
    await page.reload();
    await workerReady(page);
    network.behave('portal');
    const updated = await page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return worker.update().then(
        () => 'updated',
        () => 'refused',
      );
    });
    expect(updated).toBe('refused');
    await device.offline(true);
    await page.reload();
    await expect(front(page.getByRole('heading', { level: 1, name: 'Bookings' }))).toBeVisible();
    expect((await findKept(page, 'Station Café')).found).toEqual([]);
  });

  test('a first visit without an answer says so, and recovers by itself @full', async ({ page, network }) => {
    await page.clock.install();
    await signInAs(page, personas.member);
    network.behave('silence', /^\/(api|healthz|chat|sw\.js)/);
    await page.goto('/bookings');
    await expect(page.getByRole('status', { name: 'Signing you in' })).toBeVisible();
    await page.clock.runFor(10_500);
    await expect(page.getByText('You are offline')).toBeVisible();
    await expect(waitsInVain(page)).toHaveCount(0);
    await expect(strip(page)).toHaveText('Offline');
    expect(await axe(page, 'a first visit without an answer')).toEqual([]);
    network.behave(null);
    await page.clock.runFor(10_500);
    await expect(front(page.getByRole('heading', { level: 1, name: 'Bookings' }))).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
  });
});
