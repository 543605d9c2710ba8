import type { Page } from 'playwright/test';
import { dialog, openPlanForm } from './booking-forms.ts';
import { openDevice } from './device.ts';
import type { RunningServer } from './server.ts';
import { submit } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({
  serverOptions: { env: { SANDBOX_SLOTS: 'on' } },
  allowed: [/status of 409/],
});

/** Leaves one worker, so that a time is free once. */
const leaveOneWorker = (server: RunningServer, name: string) =>
  server.rows((db) => db.updateTable('workers').set({ active: 0 }).where('name', '<>', name).execute());

const earliest = (page: Page) =>
  page.getByRole('group', { name: 'The earliest free times' }).getByRole('button');
const nearest = (page: Page) =>
  page.getByRole('group', { name: 'The nearest free times' }).getByRole('button');
const isKept = (page: Page) => page.getByText('Your time is kept for you for 10 minutes.');

/** The holds that take time now, and the visits. */
const timesOf = (server: RunningServer) =>
  server.rows(async (db) => {
    const visits = await db.selectFrom('planned_visits').selectAll().execute();
    const now = new Date().toISOString();
    return {
      held: visits.filter(({ hold_id }) => hold_id).length,
      booked: visits.filter(({ booking_id, starts_at }) => booking_id && starts_at > now).length,
    };
  });

test('a free time is kept while its form is open, booked at once, and lost by the phone that comes second', async ({
  page,
  browser,
  guard,
  server,
}) => {
  await leaveOneWorker(server, 'Sam Whitlock');
  const other = await openDevice({ browser, guard, baseURL: server.url });
  for (const [phone, person] of [
    [page, personas.member],
    [other.page, personas.newcomer],
  ] as const) {
    await signInAs(phone, person);
    await openPlanForm(phone);
    await expect(earliest(phone)).toHaveCount(3);
  }
  await earliest(page).first().click();
  await expect(isKept(page)).toBeAttached();
  await earliest(other.page).first().click();
  await expect(other.page.getByText(/^Nobody can come .* any more\.$/)).toBeVisible();
  await expect(nearest(other.page)).toHaveCount(3);
  const before = (await timesOf(server)).booked;
  await submit(page);
  await page.waitForURL(/\/bookings\/[0-9a-f-]{36}/);
  await expect(page.getByText('Scheduled').first()).toBeVisible();
  expect(await timesOf(server)).toEqual({ held: 0, booked: before + 1 });
  // The second phone has lost nothing but the time, and takes the next one.
  await nearest(other.page).first().click();
  await expect(isKept(other.page)).toBeAttached();
  await dialog(other.page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await timesOf(server)).held).toBe(0);
  await other.discard();
});
