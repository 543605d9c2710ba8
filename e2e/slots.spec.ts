import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { aWorker } from '../api/testing/builders/crew.ts';
import { axe } from './axe.ts';
import { dialog, openCardForm, openPlanForm } from './booking-forms.ts';
import { openDevice } from './device.ts';
import { networkAway } from './guard.ts';
import { dialogLeft, fromNow, hour, newest, newestBooking } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { bookBy, cards, pay, pickDateTime, submit, toastOf } from './steps.ts';
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
  // The last of them is not about to begin.
  const chosen = await earliest(page).last().textContent();
  await earliest(page).last().click();
  await expect(isKept(page)).toBeAttached();
  await earliest(other.page)
    .filter({ hasText: chosen ?? '' })
    .click();
  await expect(other.page.getByText(/^Nobody can come .* any more\.$/).first()).toBeVisible();
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

test('a time that is not booked in ten minutes is free again, and the nearest ones are a tap away @full', async ({
  page,
}) => {
  await page.clock.install();
  await signInAs(page, personas.member);
  await openPlanForm(page);
  await earliest(page).nth(1).click();
  await expect(isKept(page)).toBeAttached();
  await dialog(page).getByLabel('Notes (optional)').fill('The gate sticks');
  await page.clock.fastForward('08:30');
  await expect(page.getByText('Your time is kept for less than 2 minutes more.')).toBeAttached();
  await page.clock.fastForward('02:00');
  await expect(
    page.getByText(/^The time that was kept for you, .* is free for others again\.$/).first(),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Notes (optional)')).toHaveValue('The gate sticks');
  expect(await axe(page, 'the form of a lost time')).toEqual([]);
  await nearest(page).first().click();
  await expect(isKept(page)).toBeAttached();
});

/** Begins the card payment of a chosen time, up to the card form. */
async function beginPayment(page: Page): Promise<{ serviceId: string; start: string }> {
  await openCardForm(page);
  const held = page.waitForRequest((request) => request.url().endsWith('/api/holds'));
  await earliest(page).last().click();
  await expect(isKept(page)).toBeAttached();
  expect(await axe(page, 'the form of a kept time')).toEqual([]);
  await submit(page);
  await expect(page.getByText('Ready to Complete Payment')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  return (await held).postDataJSON();
}

test('a chosen time stays kept for its card payment, and is booked with it @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  await beginPayment(page);
  await expect(page.getByText('Your time is kept for you for 20 minutes.')).toBeAttached();
  expect(await axe(page, 'the payment of a kept time')).toEqual([]);
  const before = (await timesOf(server)).booked;
  await pay(page, cards.good);
  await expect(toastOf(page, 'Payment Successful')).toBeVisible();
  const { id } = await newestBooking(server);
  const booked = page.locator('li', { has: page.locator(`a[href="/bookings/${id}"]`) });
  await expect(booked.getByText('Scheduled')).toBeVisible();
  expect(await timesOf(server)).toEqual({ held: 0, booked: before + 1 });
});

test('a payment that comes too late leaves a wish, and one tap takes the nearest time @full', async ({
  page,
  browser,
  guard,
  server,
}) => {
  await leaveOneWorker(server, 'Mia Rossi');
  await signInAs(page, personas.member);
  const { serviceId, start } = await beginPayment(page);
  await server.rows((db) =>
    db.updateTable('slot_holds').set({ expires_at: new Date().toISOString() }).execute(),
  );
  const other = await openDevice({ browser, guard, baseURL: server.url });
  await signInAs(other.page, personas.newcomer);
  const hold = { data: { serviceId, start }, headers: { origin: server.url } };
  expect((await other.page.request.post('/api/holds', hold)).status()).toBe(200);
  await other.discard();
  await pay(page, cards.good);
  await expect(page.getByRole('heading', { name: 'This time was taken' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take / })).toHaveCount(2);
  await page
    .getByRole('button', { name: /^Take / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'House and bathroom' }).getByText('Scheduled')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This time was taken' })).toBeHidden();
});

test('a person who would rather wish for another time has the form as it is without slots @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  await openPlanForm(page);
  await earliest(page).first().click();
  await expect(isKept(page)).toBeAttached();
  await page.getByRole('button', { name: 'Ask for another time' }).click();
  await pickDateTime(page);
  expect(await axe(page, 'the form of a wish')).toEqual([]);
  expect((await timesOf(server)).held).toBe(0);
  await submit(page);
  await page.waitForURL(/\/bookings\/[0-9a-f-]{36}/);
  await expect(page.getByText('Pending').first()).toBeVisible();
});

test.describe('without the network @full', () => {
  test.use({ allowed: networkAway });

  test('a form without the network says when its times are read', async ({ page, device }) => {
    await signInAs(page, personas.member);
    await openPlanForm(page);
    await expect(earliest(page)).toHaveCount(3);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await device.context.setOffline(true);
    await bookBy(page, 'Book with Subscription');
    await expect(page.getByText('Free times are read once there is a connection.')).toBeVisible();
    await device.context.setOffline(false);
    await expect(earliest(page)).toHaveCount(3);
  });
});

test('a customer moves a booking to a free time, which nobody needs to confirm @full', async ({ page }) => {
  await signInAs(page, personas.member);
  await openPlanForm(page);
  await earliest(page).first().click();
  await expect(isKept(page)).toBeAttached();
  await submit(page);
  await page.waitForURL(/\/bookings\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const panel = page.getByRole('group', { name: 'New arrival time' });
  await panel
    .getByRole('option', { name: /, no visits$/ })
    .first()
    .waitFor({ state: 'attached' });
  await earliest(page).last().click();
  await expect(isKept(page)).toBeAttached();
  await page.getByRole('button', { name: 'Move Booking' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Scheduled').first()).toBeVisible();
});

test('times of the person who came last bear a sign for who wishes for them @full', async ({
  page,
  server,
}) => {
  const { id } = await newest(server, 'completed');
  await server.rows(async (db) => {
    const of = db.selectFrom('services').select('id').where('name', '=', 'Lawn mowing');
    const service = await of.executeTakeFirstOrThrow();
    await aWorker(db, { name: 'Ben Okafor', serviceIds: [service.id] });
    // In the afternoon alone, when the other is free, too.
    const hours = { from: 13 * 60, until: 18 * 60 };
    const last = await aWorker(db, { name: 'Ana Silva', serviceIds: [service.id], hours });
    await db.deleteFrom('planned_visits').where('booking_id', 'is not', null).execute();
    const [starts_at, ends_at] = [24, 23].map((ago) => fromNow(-ago * hour)) as [string, string];
    await db
      .insertInto('planned_visits')
      .values({
        ...{ id: randomUUID(), worker_id: last.id, booking_id: id, hold_id: null, postcode: null },
        ...{ starts_at, ends_at },
      })
      .execute();
  });
  await signInAs(page, personas.member);
  await openPlanForm(page);
  await page.locator('.strip-day:not(.without)').nth(1).click();
  const wish = page.getByLabel(/^The same person as last time/);
  const marked = page.getByRole('radio', { name: /Same person$/ });
  const times = page.getByRole('radio', { name: / [ap]m/ });
  await page.getByRole('button', { name: /^Afternoon/ }).click();
  await expect(times.first()).toBeAttached();
  await expect(marked).toHaveCount(0);
  await wish.check();
  await expect(marked.first()).toBeAttached();
  expect(await axe(page, 'the marked times')).toEqual([]);
  await page.getByRole('button', { name: /^Morning/ }).click();
  await expect(times.first()).toBeAttached();
  await expect(marked).toHaveCount(0);
  await page.getByRole('button', { name: /^Afternoon/ }).click();
  await expect(marked.first()).toBeAttached();
  await wish.uncheck();
  await expect(marked).toHaveCount(0);
});

test('the team sets the window and the people of a service, and its form follows @full', async ({
  page,
  browser,
  guard,
  server,
}) => {
  await leaveOneWorker(server, 'Sam Whitlock');
  await signInAs(page, personas.member);
  const office = await openDevice({ browser, guard, baseURL: server.url });
  await signInAs(office.page, personas.admin, '/admin/settings/workers');
  await office.page.locator('section', { hasText: 'Times of the services' }).last().getByText('Show').click();
  const set = async (field: string, option: string) => {
    await office.page.getByRole('button', { name: 'Change the times of Lawn mowing' }).click();
    await dialog(office.page).getByLabel(field).selectOption(option);
    const saved = office.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await dialog(office.page).getByRole('button', { name: 'Save' }).click();
    expect((await saved).status()).toBe(200);
    await expect(office.page.locator('dialog[open]')).toHaveCount(0);
    await dialogLeft(office.page);
  };
  const close = async () => {
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialogLeft(page);
  };
  const windowIn = async (open: () => Promise<void>) => {
    const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/slots');
    await open();
    const [first] = (await (await read).json()) as { start: string; end: string }[];
    await close();
    return first && (Date.parse(first.end) - Date.parse(first.start)) / 60_000;
  };
  const again = () => bookBy(page, 'Book with Subscription');
  expect(await windowIn(() => openPlanForm(page))).toBe(60);
  await set('Arrival window', '2 h');
  await expect(office.page.getByText('Times in windows of 2 h, 1 person')).toBeVisible();
  expect(await windowIn(again)).toBe(120);
  // One person alone does it, so nobody can come by two.
  await set('People at once', '2 people');
  await again();
  await expect(page.getByRole('combobox', { name: 'Preferred date and time' })).toBeVisible();
  await office.discard();
});
