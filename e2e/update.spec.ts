import type { Page } from 'playwright/test';
import { openMessage } from '../app/pwa/push/worker-messages.ts';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { newest } from './member-bookings.ts';
import { nextRelease } from './releases.ts';
import { see, send, toCheckout } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const offer = (page: Page) => page.getByRole('button', { name: 'Update', exact: true });
/** Opens a page in the present app, as a notification does. */
const goTo = (page: Page, href: string) =>
  page.evaluate(
    (data) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })),
    openMessage(href),
  );

/** Returns to the app so many hours later. */
async function comeBack(page: Page, hours: number): Promise<void> {
  await see(page, 'hidden');
  await page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, hours * 3_600_000);
  await see(page, 'visible');
}

/** Counts the page's checks for a newer app; the browser checks by itself too, at any time. */
async function countUpdates(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const counter = { updates: 0 };
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = function () {
      counter.updates += 1;
      return update.call(this);
    };
    return counter;
  });
  return () => counted.evaluate(({ updates }) => updates);
}

test.describe('a newer app', () => {
  test.use({ allowed: networkAway });

  test('is looked for by an app that is open for long, offered only in a good moment, and keeps typed text @full', async ({
    page,
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 503|^answer 503/);
    const { id } = await newest(server, 'scheduled');
    // The first tab on this device, opened without a worker.
    await signInWithWorker(page, personas.member, '/services');
    const next = await nextRelease();
    await server.stop();
    await server.start(next.folder);
    const updateCount = await countUpdates(page);
    await comeBack(page, 0.5);
    await page.evaluate(() => fetch('/healthz'));
    expect(await updateCount()).toBe(0);

    const heading = page.getByRole('heading', { level: 1 }).first();
    const before = await heading.boundingBox();
    await page.getByLabel('Search services').fill('gutter');
    await comeBack(page, 1);
    // The newer app is ready, and waits until the person has finished typing.
    await expect(page.locator('.update-offer')).toBeAttached();
    expect(await updateCount()).toBe(1);
    await expect(offer(page)).toHaveCount(0);
    await page.getByLabel('Search services').blur();
    await expect(offer(page)).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
    expect(await axe(page, 'the offer of a newer app')).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
    await expect(offer(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(offer(page)).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toHaveCount(0);
    await comeBack(page, 0);
    await expect(offer(page)).toBeVisible();

    await goTo(page, `/bookings/${id}`);
    await expect(page.getByRole('log')).toBeVisible();
    await device.offline(true);
    await send(page, 'The side gate is open.');
    await expect(offer(page)).toHaveCount(0);
    await device.offline(false);
    await expect(page.getByText(/Waiting for the network|Sending…/)).toHaveCount(0);
    const box = page.getByPlaceholder('Type your message...');
    await box.fill('And the dog');
    await box.blur();
    await offer(page).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.release).catch(() => null))
      .toBe('next');
    await expect(box).toHaveValue('And the dog');
    expect(new URL(page.url()).pathname).toBe(`/bookings/${id}`);
    await next.discard();
  });

  test('waits while a card is being paid with @full', async ({ page, server, guard }) => {
    guard.allow(/status of 503|^answer 503/);
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await workerReady(page);
    await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible();
    const next = await nextRelease();
    await server.stop();
    await server.start(next.folder);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
    await expect(page.locator('.update-offer')).toBeAttached();
    await expect(offer(page)).toHaveCount(0);
    await goTo(page, '/services');
    await expect(offer(page)).toBeVisible();
    await next.discard();
  });
});
