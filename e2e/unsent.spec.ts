import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { cancel, changeCard as card, move } from './changes.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, fromNow, front, hour, newest, setTime, sideways } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { openBooking, openThread, send } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const strip = (page: Page) => page.locator('.strip').filter({ visible: true });
const way = (page: Page) => strip(page).getByRole('link');
const recent = (page: Page, id: string) =>
  front(page.locator('.recent li').filter({ has: page.locator(`a[href$="${id}"]`) }));

const listed = (page: Page, id: string) =>
  front(page.locator('.booking-card').filter({ hasText: id.slice(0, 8) }));

/** Two future bookings, made last of all. */
async function twoToCome(server: RunningServer) {
  const one = await newest(server, 'scheduled');
  const two = await newest(server, 'pending');
  await setTime(server, one.id, fromNow(72 * hour));
  await setTime(server, two.id, fromNow(96 * hour));
  await server.rows((db) =>
    db
      .updateTable('bookings')
      .set({ created_at: fromNow(0) })
      .where('id', 'in', [one.id, two.id])
      .execute(),
  );
  return { one, two };
}

/** One line, large enough for a thumb. */
async function fits(page: Page): Promise<void> {
  const target = await way(page).boundingBox();
  expect(target?.height).toBeGreaterThanOrEqual(44);
  expect((await strip(page).boundingBox())?.height).toBeLessThan(50);
  expect(await sideways(page)).toBe(false);
}

test('a message that the day’s limit holds back shows why on a small phone, and stays in the strip of other pages @full', async ({
  page,
  server,
  guard,
}) => {
  guard.allow(/status of 429/);
  await page.setViewportSize({ width: 320, height: 640 });
  const { one } = await twoToCome(server);
  await signInAs(page, personas.member, '/');
  const message =
    'You have sent as much as fits in one day. More can be sent tomorrow; please call us if it cannot wait.';
  await page.route('**/api/bookings/messages', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3600' },
      json: { code: 'too_many_requests', message, requestId: 'r' },
    }),
  );
  await openBooking(page, one.id);
  await send(page, 'Please ring twice.');
  await expect(front(page.getByText(`Not sent yet: ${message}`))).toBeInViewport({ ratio: 1 });
  await expect(way(page)).toHaveText('1 message waiting');
  await expect(front(page.getByText(`Not sent yet: ${message}`))).toBeInViewport({ ratio: 1 });
  await page.goto('/bookings');
  await expect(way(page)).toHaveText('1 message waiting');
});

test.describe('unsent content', () => {
  test.use({ allowed: networkAway });

  test('is counted at the foot of every page, which leads to it; its bookings are marked in every list; refusals stay visible @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 409/);
    const page = device.page;
    await page.setViewportSize({ width: 390, height: 844 });
    const { one, two } = await twoToCome(server);
    await signInWithWorker(page, personas.member, '/');
    await page.goto('/bookings');
    for (const { id } of [two, one]) await expect(listed(page, id)).toBeVisible();
    for (const { id } of [two, one]) {
      await openThread(page, id);
      await expect(button(page, 'Cancel Booking')).toBeVisible();
    }
    await device.offline(true);
    await send(page, 'The side gate is open.');
    await page.goto('/');
    await expect(way(page)).toHaveText('1 message waiting');
    await fits(page);
    await expect(recent(page, one.id)).toContainText('1 message waiting');
    await way(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(one.id) && url.hash === '#messages');
    await expect(front(page.getByText('Waiting for the network'))).toBeVisible();

    await move(page);
    await expect(card(page)).toContainText(/To be moved to/);
    await dialogLeft(page);
    await expect(way(page)).toHaveText('2 waiting');
    await openBooking(page, two.id);
    await cancel(page);
    await expect(card(page)).toContainText('To be cancelled');
    await dialogLeft(page);
    await page.goto('/');
    await expect(recent(page, one.id)).toContainText(/To be moved to .*1 message waiting/);
    await expect(recent(page, two.id)).toContainText('To be cancelled');
    expect(await axe(page, 'a dashboard with what waits')).toEqual([]);
    await way(page).click();
    await page.waitForURL((url) => url.pathname === '/bookings');
    await expect(listed(page, one.id)).toContainText(/To be moved to .*1 message waiting/);
    await expect(listed(page, two.id)).toContainText('To be cancelled');
    expect(await axe(page, 'a list with what waits')).toEqual([]);

    // Meanwhile the team has set another time for one.
    await setTime(server, one.id, fromNow(80 * hour));
    await page.goto('/profile');
    await device.offline(false);
    await expect(strip(page)).toHaveText('1 change not sent');
    await fits(page);
    expect(await axe(page, 'a change that was not sent')).toEqual([]);
    await page.goto('/');
    await expect(recent(page, one.id)).toContainText('Not moved');
    await way(page).click();
    await page.waitForURL((url) => url.pathname.endsWith(one.id));
    await device.offline(true);
    await send(page, 'I am at home.');
    await expect(way(page)).toHaveText('1 waiting · 1 not sent');
    await fits(page);
    await device.offline(false);
    await card(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(strip(page)).toHaveCount(0);
  });

  test('is marked in the team’s own list until it is sent @full', async ({ device, server }) => {
    const { page } = device;
    await page.setViewportSize({ width: 820, height: 1180 });
    const { one } = await twoToCome(server);
    await signInAs(page, personas.admin, `/admin/bookings/${one.id}`);
    await workerReady(page);
    const row = page.locator('.desk-row').filter({ hasText: one.id.slice(0, 8) });
    await expect(row).toBeVisible();
    await expect(page.getByRole('log')).toBeVisible();
    await device.offline(true);
    await send(page, 'We bring our own ladder.');
    await expect(row).toContainText('1 message waiting');
    expect(await axe(page, 'the team’s list with what waits')).toEqual([]);
    await device.offline(false);
    await expect(row).not.toContainText('waiting');
  });
});
