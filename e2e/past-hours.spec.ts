import { aBooking } from '../api/testing/builders.ts';
import { axe } from './axe.ts';
import { dialog, field, openPlanForm } from './booking-forms.ts';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import { books, fillPlanDetails, submit } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** Leaves the member so many hours free to book: a booking holds the others. */
const leave = (server: RunningServer, freeHours: number, nowFree: number) =>
  server.rows(async (db) => {
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', personas.member)
      .executeTakeFirstOrThrow();
    const service = await db.selectFrom('services').select('id').limit(1).executeTakeFirstOrThrow();
    await aBooking(db, {
      user_id: user.id,
      service_id: service.id,
      scheduled_date: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      estimated_minutes: (nowFree - freeHours) * 60,
    });
  });

test.describe('where hours are short', () => {
  test.use({ allowed: networkAway });

  test('the form says what is free, what it takes and what is missing, and books what was agreed to', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInAs(page, personas.member);
    await openPlanForm(page);
    const { remainingHours } = await page.evaluate(async () => (await fetch('/api/auth/user')).json());
    await expect(dialog(page).getByText(/^Takes .* that you have free to book\.$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await leave(server, 0.5, remainingHours);

    await openPlanForm(page);
    await fillPlanDetails(page);
    const short = dialog(page).locator('.hours-short');
    await short.scrollIntoViewIfNeeded();
    await expect(short.getByRole('heading')).toHaveText(/^[\d.]+ h (is|are) missing$/);
    await expect(short.getByText('Free to book')).toBeVisible();
    await expect(
      short.getByRole('link', { name: /^Move to Deluxe: \$[\d,.]+ now for [\d.]+ h more$/ }),
    ).toBeVisible();
    expect(await axe(page, 'a form whose hours are short')).toEqual([]);
    const before = (await books(server, personas.member)).bookings.length;
    await submit(page);
    await expect(short.getByRole('alert')).toHaveText('Please choose how the missing part is paid.');
    await expect(short.getByRole('radio')).toBeFocused();
    expect((await books(server, personas.member)).bookings).toHaveLength(before);
    await short.getByRole('radio', { name: /^Pay \$[\d.]+ for the missing [\d.]+ h$/ }).check();
    await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
    expect((await books(server, personas.member)).bookings).toHaveLength(before + 1);

    // None left; and by card, with what was typed.
    await openPlanForm(page);
    await expect(short.getByRole('heading')).toHaveText('No hours are free');
    await field(page, 'Notes (optional)').fill('Mind the cat');
    await device.offline(true);
    await expect(dialog(page).getByText(/What it takes is settled when the network is back/)).toBeVisible();
    await expect(short).toHaveCount(0);
    await device.offline(false);
    await short.getByRole('button', { name: /^Pay .* by Card: \$/ }).click();
    await expect(field(page, 'Notes (optional)')).toHaveValue('Mind the cat');
    await expect(field(page, 'City')).toHaveCount(0);
  });

  test('a booking that takes the last hours and whose answer is lost is booked once, through a reload too @full', async ({
    page,
    server,
    network,
  }) => {
    await signInAs(page, personas.member);
    await openPlanForm(page);
    await fillPlanDetails(page);
    await expect(dialog(page).getByText(/that you have free to book\.$/)).toBeVisible();
    const before = (await books(server, personas.member)).bookings.length;
    const { remainingHours } = await page.evaluate(async () => (await fetch('/api/auth/user')).json());
    const lost = network.loseNextAnswer('/api/bookings', async () => {
      await leave(server, 0, remainingHours);
      await page.reload();
    });
    await submit(page);
    await lost;
    await openPlanForm(page);
    await expect(dialog(page).locator('.hours-short').getByRole('heading')).toHaveText('No hours are free');
    await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
    // `leave` has made one.
    expect((await books(server, personas.member)).bookings).toHaveLength(before + 2);
  });
});
