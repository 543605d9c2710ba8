import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { front } from './member-bookings.ts';
import { send } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const offlineNote = (page: Page) => page.getByText('You are offline').filter({ visible: true });

/** The elements that a page shows once it has been read. */
const pages: [string, (page: Page) => ReturnType<typeof front>][] = [
  ['/services', (page) => front(page.getByLabel('Search services'))],
  ['/profile?tab=subscription', (page) => front(page.getByText('Where your hours are'))],
  ['/profile?tab=profile', (page) => front(page.getByText('This device'))],
  ['/profile?tab=preferences', (page) => front(page.getByText('Booking updates'))],
];

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  for (const [address, content] of pages)
    test(`a page unread on this device says so once, and loads by itself when the network returns (${address}) @full`, async ({
      device,
    }) => {
      const page = device.page;
      await page.setViewportSize({ width: 390, height: 844 });
      await signInWithWorker(page, personas.member, '/');
      await device.offline(true);
      await page.goto(address);
      await expect(offlineNote(page)).toHaveCount(1);
      await expect(front(page.getByText(/It opens when the network is back/))).toBeVisible();
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      await expect(front(page.getByRole('button', { name: 'Try again' }))).toBeVisible();
      expect(await axe(page, `${address}, never read`)).toEqual([]);
      await device.offline(false);
      await expect(content(page)).toBeVisible();
      await expect(offlineNote(page)).toHaveCount(0);
    });

  test('a thread unread on this device says so beside the written messages, which stay visible when the rest arrives @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await page.setViewportSize({ width: 390, height: 844 });
    const { id } = await server.rows((db) =>
      db
        .selectFrom('messages')
        .innerJoin('bookings as b', 'b.id', 'booking_id')
        .innerJoin('users as u', 'u.id', 'b.user_id')
        .select('b.id')
        .where('u.email', '=', personas.member)
        .groupBy('b.id')
        .orderBy(({ fn }) => fn.countAll(), 'desc')
        .executeTakeFirstOrThrow(),
    );
    await signInAs(page, personas.member, '/bookings');
    const link = front(page.locator(`a[href$="${id}"]`));
    await expect(link).toBeVisible();
    await workerReady(page);
    await device.offline(true);
    await link.click();
    await send(page, 'Where are you?');
    await expect(front(page.getByText('Earlier messages are not on this device.'))).toBeVisible();
    await device.offline(false);
    const message = page.getByRole('log').locator('.message');
    await expect(page.getByText('Earlier messages are not on this device.')).toHaveCount(0);
    await expect(message).not.toHaveCount(1);
    await expect(message.getByText('Where are you?')).toBeInViewport();
  });
});
