import type { Page, Route } from 'playwright/test';
import { axe } from './axe.ts';
import { cancel, changeCard as card, fillReview, move, sendReview } from './changes.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, fromNow, front, hour, newest, row, setTime, sheet } from './member-bookings.ts';
import { openBooking, openThread, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

/**
 * Holds the answer to the next change of a booking. `does` names the answer: the server's own unless given.
 * @returns the function that releases it
 */
async function holdAnswer(page: Page, does: 'answers' | 'refuses' | 'is lost' = 'answers') {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const changes = /\/api\/bookings\/[^/]+\/(cancel|reschedule|review)$/;
  const answer = async (route: Route) => {
    const response = does === 'answers' ? await route.fetch() : null;
    await held;
    if (response) return route.fulfill({ response });
    if (does === 'is lost') return route.abort();
    const json = { code: 'conflict', message: 'It has been given another time meanwhile', requestId: 'e2e' };
    return route.fulfill({ status: 409, json });
  };
  // Makes the page alone send, because its calls can be held.
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  await page.route(changes, answer, { times: 1 });
  return release;
}

test('Keep Booking during a cancellation takes it back, or says that it was sent already @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const { id } = await newest(server, 'scheduled');
  await setTime(server, id, fromNow(72 * hour));
  const release = await holdAnswer(page);
  await openBooking(page, id);
  await cancel(page);
  await expect(sheet(page).getByText('Cancelling…')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Keep Booking' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(card(page)).toContainText('Taking it back…');
  release();
  await expect(toastOf(page, 'It was sent already')).toContainText(/Booking cancelled\. .* in your plan\./);
  await expect(card(page)).toHaveCount(0);
  expect((await row(server, id)).status).toBe('cancelled');
});

test.describe('with a lost call', () => {
  test.use({ allowed: networkAway });

  test('Keep the Time takes the move back, and says so @full', async ({ page, server }) => {
    await signInAs(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    const at = fromNow(72 * hour);
    await setTime(server, id, at);
    const release = await holdAnswer(page, 'is lost');
    await openBooking(page, id);
    await move(page);
    await expect(sheet(page).getByText('Moving…')).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Keep the Time' }).click();
    await expect(card(page)).toContainText('Taking it back…');
    release();
    await expect(toastOf(page, 'Taken back')).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    expect((await row(server, id)).scheduled_date).toBe(at);
  });
});

test('a sheet closed during its change lets it go on, and the result is shown @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/');
  const { id } = await newest(server, 'completed');
  const release = await holdAnswer(page);
  await openBooking(page, id);
  await fillReview(page, 4, 'Quick and kind.');
  await sendReview(page);
  await expect(sheet(page).getByText('Sending…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toContainText('On its way…');
  await expect(card(page)).not.toContainText('network');
  await expect(toastOf(page, 'Still on its way')).toBeVisible();
  release();
  await expect(toastOf(page, 'Thank you for your review')).toBeVisible();
  await expect(front(page.getByRole('heading', { name: 'Your review' }))).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect((await row(server, id)).rating).toBe(4);
});

test.describe('with a refusal', () => {
  test.use({ allowed: [/status of 409/] });

  test('a refused move whose sheet was closed shows the reason and the wanted time, which can be chosen again @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, fromNow(72 * hour));
    const release = await holdAnswer(page, 'refuses');
    await openBooking(page, id);
    await move(page);
    await expect(sheet(page).getByText('Moving…')).toBeVisible();
    await page.keyboard.press('Escape');
    release();
    await expect(toastOf(page, 'Not moved', 'destructive')).toContainText('another time meanwhile');
    await expect(card(page)).toContainText(/You wanted .*, 2:30 pm\./);
    await card(page).getByRole('button', { name: 'Choose Another Time' }).click();
    await expect(sheet(page).getByRole('combobox', { name: 'New date and time' })).toContainText('2:30 pm');
    await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway, worker: true });

  test('a booking known only from the list says once that changing it needs the network @full', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, fromNow(72 * hour));
    await page.goto('/bookings');
    await expect(front(page.locator('.booking-card'))).toBeVisible();
    await device.offline(true);
    await openBooking(page, id);
    await expect(front(page.getByText(/Moving or cancelling needs the network once/))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel Booking' })).toHaveCount(0);
    expect(await axe(page, 'a booking whose terms are not here')).toEqual([]);
    await device.offline(false);
    await expect(button(page, 'Cancel Booking')).toBeVisible();
  });

  test('the keyboard’s focus follows the change: from its sheet to its card, and from Undo to the returned button @full', async ({
    device,
    server,
  }) => {
    const { page } = device;
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, fromNow(72 * hour));
    await openThread(page, id);
    await button(page, 'Cancel Booking').focus();
    await device.offline(true);
    await page.keyboard.press('Enter');
    const does = sheet(page).getByRole('button', { name: 'Cancel Booking' });
    await expect(does).not.toHaveAttribute('aria-busy');
    await does.press('Enter');
    await expect(card(page)).toBeFocused();
    await card(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(button(page, 'Cancel Booking')).toBeFocused();
    await expect(toastOf(page, 'Taken back')).toBeVisible();
  });

  test('a refused change can be discarded also if its booking is no longer found @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 404/);
    const { page } = device;
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await setTime(server, id, fromNow(72 * hour));
    await openThread(page, id);
    await expect(button(page, 'Cancel Booking')).toBeVisible();
    await device.offline(true);
    await cancel(page);
    await expect(card(page)).toContainText('To be cancelled');
    await dialogLeft(page);
    await server.rows((db) =>
      db
        .updateTable('bookings')
        .set((of) => ({
          user_id: of.selectFrom('users').select('id').where('email', '=', personas.admin),
        }))
        .where('id', '=', id)
        .execute(),
    );
    await device.offline(false);
    await expect(toastOf(page, 'Not cancelled', 'destructive')).toBeVisible();
    await openBooking(page, id);
    await expect(front(page.getByText('Booking not found'))).toBeVisible();
    await expect(card(page)).toContainText('Not cancelled');
    await expect(card(page).getByRole('button')).toHaveText(['Dismiss']);
    expect(await axe(page, 'a refused change of a booking that is gone')).toEqual([]);
    await card(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(card(page)).toHaveCount(0);
  });
});
