import type { Page } from 'playwright/test';
import type { Db } from '../api/db/database.ts';
import { aBooking, aPayment } from '../api/testing/builders/builders.ts';
import { anOverageAgreement } from '../api/testing/builders/overage.ts';
import { axe } from './axe.ts';
import { dialog, field, openPlanForm } from './booking-forms.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, fromNow, front, hour, setTime, sheet } from './member-bookings.ts';
import type { Network } from './network.ts';
import type { RunningServer } from './server.ts';
import { books, fillPlanDetails, pickTime, submit, unfoldTimes } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** The form's notice of a failed booking, which stays; its toast leaves after five seconds. */
const failure = (page: Page) => dialog(page).getByRole('alert').filter({ hasText: 'What you typed is kept' });
const theMember = (db: Db) =>
  db.selectFrom('users').select('id').where('email', '=', personas.member).executeTakeFirstOrThrow();

/** Leaves the member this many free hours: a booking holds the others. */
const leave = (server: RunningServer, hours: number, nowFree: number) =>
  server.rows(async (db) => {
    const user = await theMember(db);
    const service = await db.selectFrom('services').select('id').limit(1).executeTakeFirstOrThrow();
    await aBooking(db, {
      user_id: user.id,
      service_id: service.id,
      scheduled_date: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      estimated_minutes: (nowFree - hours) * 60,
    });
  });

/** An unpaid booking of three hours of the member. @returns its id */
const aWaiting = (server: RunningServer) =>
  server.rows(async (db) => {
    const user = await theMember(db);
    const service = await db.selectFrom('services').select('id').limit(1).executeTakeFirstOrThrow();
    const booking = await aBooking(db, {
      user_id: user.id,
      service_id: service.id,
      scheduled_date: fromNow(8 * 24 * hour),
      unpaid_since: fromNow(-hour),
    });
    return booking.id;
  });
/** Two hours past the plan of the member that their card has not paid. @returns their booking's id */
const aDebt = (server: RunningServer) =>
  server.rows(async (db) => {
    const user = await theMember(db);
    const booking = await aBooking(db, { user_id: user.id, status: 'completed', actual_minutes: 180 });
    const payment = await aPayment(db, {
      user_id: user.id,
      past_booking_id: booking.id,
      status: 'starting',
      intent_id: null,
      amount_cents: 23_350,
      description: 'Lawn mowing: 2 h past your hours',
    });
    await anOverageAgreement(db, {
      booking_id: booking.id,
      user_id: user.id,
      minutes: 120,
      amount_cents: 23_350,
      agreed_at: booking.created_at,
      payment_id: payment.id,
      charged_minutes: 120,
      owed_since: booking.created_at,
    });
    return booking.id;
  });

/** The free hours that the page's member is told. */
const freeHours = async (page: Page): Promise<number> =>
  (await page.evaluate(async () => (await fetch('/api/auth/user')).json())).remainingHours;

/**
 * Submits a booking whose answer is lost. It has taken the hours that were shown as free, no others are left, and the
 * page has been loaded anew.
 */
async function bookWithoutAnswer(page: Page, server: RunningServer, network: Network) {
  await signInAs(page, personas.member);
  await openPlanForm(page);
  await fillPlanDetails(page);
  await expect(dialog(page).getByText(/that you have free to book\.$/)).toBeVisible();
  const free = await freeHours(page);
  const lost = network.loseNextAnswer('/api/bookings', async () => {
    await leave(server, 0, free);
    await page.reload();
  });
  await submit(page);
  await lost;
}

const agreedOf = (server: RunningServer, id: string) =>
  server.rows((db) =>
    db.selectFrom('past_hours').selectAll().where('booking_id', '=', id).executeTakeFirstOrThrow(),
  );

test.describe('with too few hours', () => {
  test.use({ allowed: networkAway });

  test('the form shows the free, needed and missing hours, and books what was agreed to @full', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInAs(page, personas.member);
    await openPlanForm(page);
    await expect(dialog(page).getByText(/^Takes .* that you have free to book\.$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await dialogLeft(page);
    await leave(server, 0.5, await freeHours(page));

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

    // No hours are left, so the booking is paid by card; the typed details stay.
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

  test('a booking of the last hours with a lost answer is booked once, through a reload and a refusal for haste too @full', async ({
    page,
    server,
    network,
    guard,
  }) => {
    guard.allow(/status of 429/);
    const before = (await books(server, personas.member)).bookings.length;
    await bookWithoutAnswer(page, server, network);
    await openPlanForm(page);
    await expect(dialog(page).locator('.hours-short').getByRole('heading')).toHaveText('No hours are free');
    const tooMany = { code: 'too_many_requests', message: 'Please wait a moment', requestId: 'r' };
    await page.route('**/api/bookings', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 429, json: tooMany }) : route.fallback(),
    );
    await submit(page);
    await expect(failure(page)).toBeVisible();
    await page.unroute('**/api/bookings');
    await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
    // `leave` has made one of the two.
    expect((await books(server, personas.member)).bookings).toHaveLength(before + 2);
  });

  test('changed details after a booking with a lost answer book no second visit by one tap @full', async ({
    page,
    server,
    network,
    guard,
  }) => {
    // The changed request is refused: the first one has taken the last hours.
    guard.allow(/status of 409/);
    await bookWithoutAnswer(page, server, network);
    const booked = (await books(server, personas.member)).bookings.length;
    await openPlanForm(page);
    await field(page, 'Notes (optional)').fill('Mind the cat');
    await dialog(page)
      .getByRole('radio', { name: /^Pay \$[\d.]+ for the missing [\d.]+ h$/ })
      .check();
    await submit(page);
    await expect(failure(page)).toBeVisible();
    expect((await books(server, personas.member)).bookings).toHaveLength(booked);
  });

  test('the way to a larger plan opens its change with the price @full', async ({ page, server }) => {
    await signInAs(page, personas.member, '/');
    await leave(server, 0.5, await freeHours(page));
    await page.goto('/services');
    await openPlanForm(page);
    await dialog(page)
      .getByRole('link', { name: /^Move to Deluxe: / })
      .click();
    await expect(dialog(page).getByRole('button', { name: /^Pay \$[\d,.]+ and Upgrade$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await dialogLeft(page);
    await expect(front(page.getByRole('heading', { name: 'Your plan' }))).toBeInViewport();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('a choice made after an attempt without a network is booked by one tap @full', async ({
    device,
    server,
    guard,
  }) => {
    // The attempt is sent again as it was, and the server refuses it.
    guard.allow(/status of 409/);
    const { page } = device;
    await signInAs(page, personas.member, '/');
    await leave(server, 0, await freeHours(page));
    await page.goto('/services');
    await openPlanForm(page);
    await fillPlanDetails(page);
    const short = dialog(page).locator('.hours-short');
    await expect(short).toBeVisible();
    const before = (await books(server, personas.member)).bookings.length;
    await device.offline(true);
    await submit(page);
    await expect(failure(page)).toBeVisible();
    await device.offline(false);
    await short.getByRole('radio', { name: /^Pay \$[\d.]+ for the missing [\d.]+ h$/ }).check();
    await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
    expect((await books(server, personas.member)).bookings).toHaveLength(before + 1);
  });

  test('an unpaid booking beside a plan is agreed to in its place, and a late cancellation costs the agreed sum @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member, '/');
    await leave(server, 1, await freeHours(page));
    const id = await aWaiting(server);
    await page.goto(`/bookings/${id}`);
    const card = front(page.getByLabel('Not paid yet'));
    await expect(card.getByRole('heading', { name: '2 h are missing' })).toBeVisible();
    await expect(card).toContainText(/^.*Unless it is paid, we let it go /s);
    expect(await axe(page, 'a booking that waits unpaid')).toEqual([]);
    await card.getByRole('button', { name: 'Keep It and Pay $233.50 When Done' }).click();
    await expect(front(page.getByText('$233.50 for 2 h, once the work is done'))).toBeVisible();
    await expect(card).toBeHidden();
    expect(await agreedOf(server, id)).toMatchObject({ minutes: 120, amount_cents: 23_350 });

    await setTime(server, id, fromNow(5 * hour));
    await page.reload();
    const charged = 'and $233.50 is charged to the card that pays your plan, as agreed.';
    await expect(page.getByText(charged).first()).toBeVisible();
    await button(page, 'Cancel Booking').click();
    await expect(sheet(page)).toContainText(`1 h is not given back, ${charged}`);
    await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible();
    await expect(front(page.getByText(/\$233\.50 for 2 h, /))).toBeVisible();
    expect(await agreedOf(server, id)).toMatchObject({ charged_minutes: 120 });
  });

  test('hours that expire before the chosen time are not free, and the form says so @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member);
    await server.rows((db) =>
      db
        .updateTable('hour_grants')
        .set({ expires_at: fromNow(24 * hour) })
        .execute(),
    );
    await openPlanForm(page);
    await expect(dialog(page).getByText(/that you have free to book\.$/)).toBeVisible();
    await fillPlanDetails(page);
    const short = dialog(page).locator('.hours-short');
    await expect(short.getByRole('heading')).toHaveText('No hours are free');
    await expect(short).toContainText(/h are free now, and will have expired by this visit\./);
    await submit(page);
    await expect(short.getByRole('alert')).toHaveText('Please choose how the missing part is paid.');
  });

  test('a member with a debt is told why nothing more is sold, and where to pay @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member, '/');
    await leave(server, 0, await freeHours(page));
    await aDebt(server);
    await openPlanForm(page);
    const short = dialog(page).locator('.hours-short');
    await expect(short).toContainText('A payment of yours for an earlier visit is open.');
    await expect(short.getByRole('radio')).toHaveCount(0);
    await short.getByRole('link', { name: 'Pay What Is Open' }).click();
    await page.waitForURL(/\/billing$/);
    await front(page.getByRole('button', { name: 'Pay $233.50 Now' })).click();
    await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();
    await openPlanForm(page);
    await expect(short.getByRole('radio')).toBeVisible();
  });

  test('the team sees what a member owes past their hours, and for which booking @full', async ({
    page,
    server,
  }) => {
    const id = await aDebt(server);
    await signInAs(page, personas.admin, `/admin/bookings/${id}`);
    await expect(front(page.getByText('$233.50 by card for 2 h, owed'))).toBeVisible();
    await page.getByRole('link', { name: 'Open Customer' }).click();
    const owed = page.getByRole('region', { name: 'Owed past their hours: $233.50' });
    await expect(owed).toContainText('2 h · $233.50');
    expect(await axe(page, 'a customer who owes')).toEqual([]);
    await page.getByRole('button', { name: 'Delete Their Account' }).click();
    await expect(dialog(page)).toContainText('$233.50 for work that was done for them is not paid yet.');
    await page.keyboard.press('Escape');
    await owed.getByRole('link').click();
    await page.waitForURL(new RegExp(`/admin/bookings/${id}`));
  });

  test('a visit after the expiry of a new plan’s hours is not booked: the form shows that date and the choices @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer);
    await openPlanForm(page);
    await fillPlanDetails(page);
    await expect(dialog(page).getByText('Too far ahead for a new plan')).toHaveCount(0);
    const beyond = dialog(page).locator('.hours-short');
    const panel = await unfoldTimes(page);
    const chosen = panel.getByRole('gridcell').getByRole('button').nth(9);
    await panel.getByRole('button', { name: 'Show a month' }).click();
    for (let month = 0; month < 6; month += 1)
      await panel.getByRole('button', { name: 'Next month' }).click();
    await chosen.click();
    await pickTime(panel, '9:30 am');
    await expect(beyond.getByRole('heading')).toHaveText('Too far ahead for a new plan');
    await expect(beyond).toContainText(/serve visits before \w{3} \d+ \w{3}( \d{4})?, \d+:\d\d [ap]m\./);
    expect(await axe(page, 'a form whose visit is too far ahead')).toEqual([]);
    const before = (await books(server, personas.newcomer)).bookings.length;
    await submit(page);
    await expect(beyond.getByRole('alert')).toContainText('Please choose an earlier time');
    expect((await books(server, personas.newcomer)).bookings).toHaveLength(before);

    const earlier = beyond.getByRole('button', { name: 'Choose an Earlier Time' });
    await expect(earlier).toBeFocused();
    await earlier.click();
    await panel.getByRole('button', { name: 'Show a month' }).click();
    for (let month = 0; month < 5; month += 1)
      await panel.getByRole('button', { name: 'Previous month' }).click();
    await chosen.click();
    await pickTime(panel, '9:30 am');
    await expect(beyond).toHaveCount(0);
    await submit(page);
    await expect(page.getByRole('heading', { name: 'Booking Created' })).toBeVisible();
    expect((await books(server, personas.newcomer)).bookings).toHaveLength(before + 1);
  });
});
