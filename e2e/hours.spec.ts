import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { button, front, newest } from './member-bookings.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

/** Completes a booking by the team's own call, from a page where a team member is signed in. */
async function complete(admin: Page, id: string, actualHours: number): Promise<void> {
  const status = await admin.evaluate(
    async ([id, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`/api/admin/bookings/${id}/status`, { method: 'PATCH', headers, body })).status;
    },
    [id, JSON.stringify({ status: 'completed', actualHours })] as const,
  );
  expect(status).toBe(200);
}

const lines = (page: Page) => front(page.locator('.statement')).getByRole('listitem');
const opener = (page: Page) => front(page.getByText('Hours statement', { exact: true }));
const hoursLeft = (page: Page) => front(page.getByRole('region', { name: 'Where your hours are' }));

test('the statement shows a completed booking, its correction and all entries before, and is saved as a file', async ({
  page,
  server,
  network,
  guard,
}) => {
  const booking = await newest(server, 'in_progress');
  await server.rows((db) =>
    db.updateTable('bookings').set({ estimated_minutes: 300 }).where('id', '=', booking.id).execute(),
  );
  const admin = await openDevice({ guard, baseURL: server.url, network });
  await signInAs(admin.page, personas.admin, '/');
  await complete(admin.page, booking.id, 5);
  await signInAs(page, personas.member, '/profile');
  await expect(hoursLeft(page).getByRole('listitem')).toHaveText([
    /^Standard from .+1 of 12 h left.*rolled over, expires \d+ \w+/,
    /^Standard from .+12 of 12 h left.*expires \d+ \w+/,
  ]);

  await opener(page).click();
  await expect(lines(page).first()).toContainText(booking.name);
  await expect(lines(page).first()).toContainText('minus 5 hours');
  await expect(lines(page).first()).toContainText('balance 13 h');

  await complete(admin.page, booking.id, 3.5);
  await page.reload();
  await opener(page).click();
  await expect(lines(page).nth(0)).toContainText('minus 3.5 hours');
  await expect(lines(page).nth(0)).toContainText('balance 14.5 h');
  await expect(lines(page).nth(1)).toContainText(`Returned: ${booking.name}`);
  await expect(lines(page).nth(1)).toContainText('plus 5 hours');
  await expect(lines(page).nth(2)).toContainText('minus 5 hours');
  await expect(lines(page).last()).toContainText('Standard plan hours');

  const coming = page.waitForEvent('download');
  await front(page.getByRole('link', { name: 'Download CSV' })).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('hearthkeep-hours.csv');
  const rows = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(rows[0]).toMatch(/^\ufeff"Date","What","Hours","Balance","Service",/);
  expect(rows[1]).toMatch(new RegExp(`^"\\d{4}-\\d\\d-\\d\\d","Used",-3\\.5,14\\.5,"${booking.name}",`));
  expect(rows[2]).toContain(`,"Returned",5,18,"${booking.name}",`);
  expect(rows[3]).toContain(`,"Used",-5,13,"${booking.name}",`);

  for (const hours of [1, 2, 1, 2, 1, 2, 1]) await complete(admin.page, booking.id, hours);
  await page.reload();
  await opener(page).click();
  await expect(lines(page)).toHaveCount(20);
  await button(page, 'Show earlier').click();
  await expect(lines(page)).toHaveCount(24);
  await expect(page.getByRole('button', { name: 'Show earlier' })).toHaveCount(0);

  await lines(page).first().getByRole('link', { name: booking.name }).click();
  await expect(page).toHaveURL(`/bookings/${booking.id}`);
  await admin.discard();
});

test.describe('with a failing server', () => {
  test.use({ allowed: [/500/] });

  test('a statement that fails to load can be requested again @full', async ({ page }) => {
    const statement = '**/api/hours/statement';
    await page.route(statement, (route) => route.fulfill({ status: 500, json: {} }));
    await signInAs(page, personas.member, '/profile');
    await opener(page).click();
    await expect(front(page.getByText('This did not load'))).toBeVisible();
    await page.unroute(statement);
    await button(page, 'Try again').click();
    await expect(lines(page).first()).toBeVisible();
  });
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway, worker: true });

  test('the hours and the statement are read from storage, although they were never opened @full', async ({
    device,
  }) => {
    const { page } = device;
    const read = page.waitForResponse('**/api/hours/statement').then((answer) => answer.finished());
    await signInWithWorker(page, personas.member, '/profile');
    await read;
    const stores = async () => (await findKept(page, '/api/hours/statement')).found.join();
    await expect.poll(stores).toContain('indexedDB');
    await device.offline(true);
    await page.reload();
    await expect(hoursLeft(page).getByRole('listitem')).toHaveCount(2);
    await opener(page).click();
    await expect(lines(page).first()).toContainText('Lawn mowing');
  });
});
