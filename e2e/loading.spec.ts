import { readdirSync, readFileSync } from 'node:fs';
import { cardServiceId } from './checkout.ts';
import { newest } from './member-bookings.ts';
import { pauseClock, tickUntil } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.describe('while the server is slow and then fails', () => {
  test.use({ allowed: [/status of 503|answer 503/] });

  test('every screen shows the shape of its content, reports a failure, and loads at Try again @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member);
    const { id, name } = await newest(server, 'scheduled');
    const { id: other } = await newest(server, 'pending');
    const service = await cardServiceId(server);
    // Single bookings before the list, from which they would be shown: reads are kept on the device.
    const screens = [
      [`/bookings/${id}`, `bookings/${id}`, 'Reading the booking', 'Service details'],
      [`/bookings/${other}`, `bookings/${other}/messages`, 'Reading the messages', 'Messages'],
      ['/bookings', 'bookings', 'Reading your bookings', name],
      ['/billing', 'billing-history', 'Reading your billing history', 'Standard Plan'],
      ['/profile', 'hours', 'Loading your plan', 'Where your hours are'],
      ['/profile?tab=profile', 'sessions', 'Loading your devices', /^Chrome on/],
      ['/profile?tab=preferences', 'preferences', 'Loading your preferences', 'Visits'],
      [`/checkout/${service}`, `services/${service}`, 'Reading the service', 'House and bathroom cleaning'],
    ] as const;
    for (const [path, call, says, heading] of screens) {
      let fail = () => {};
      const held = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route(`**/api/${call}`, async (route) => {
        await held;
        await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } });
      });
      await page.goto(path);
      const shape = page.getByRole('status').filter({ hasText: says });
      await expect(shape.locator('.skeleton').filter({ visible: true }).first(), path).toBeVisible();
      const content = page.getByRole('heading', { name: heading }).first();
      await expect(content).toHaveCount(0);
      fail();
      const failed = page.getByRole('alert').filter({ hasText: 'This did not load' });
      await expect(failed, path).toContainText('Something went wrong on our side. Nothing of yours is lost.');
      await expect(shape).toHaveCount(0);
      await page.unrouteAll();
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(content, path).toBeVisible();
      await expect(failed).toHaveCount(0);
    }
  });
});

test('the next page does not wait for the code of its animation @full', async ({ page, network, server }) => {
  const assets = new URL('../dist/assets/', import.meta.url);
  // The animation code of both platforms, and the files that load it.
  const turns = readdirSync(assets).filter(
    (name) =>
      /^p-.*\.js$/.test(name) &&
      /TransitionAnimation|ion-page-invisible/.test(readFileSync(new URL(name, assets), 'utf8')),
  );
  expect(turns).toHaveLength(4);
  network.behave('silence', new RegExp(turns.join('|')));
  await page.clock.install();
  await signInAs(page, personas.member, '/bookings');
  const { id } = await newest(server, 'scheduled');
  const list = page
    .locator('div.ion-page')
    .filter({ has: page.getByRole('heading', { name: 'Bookings', level: 1 }) });
  const link = page.locator(`a[href$="/bookings/${id}"]`).first();
  await expect(list).toBeVisible();
  // The list is read with timers, which a stopped clock would hold.
  await expect(link).toBeVisible();
  await pauseClock(page);
  await link.click();
  await tickUntil(page, () => page.getByRole('heading', { name: 'Service details' }).isVisible(), 4000);
  // Ionic itself waits 5 s for it.
  await tickUntil(page, () => list.isHidden(), 4000);
});
