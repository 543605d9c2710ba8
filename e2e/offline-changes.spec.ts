import { axe } from './axe.ts';
import { cancel, changeCard as card, fillReview, move, sendReview } from './changes.ts';
import type { Device } from './device.ts';
import { networkAway } from './guard.ts';
import { button, dialogLeft, fromNow, front, hour, newest, row, setTime, sheet } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { openBooking, openThread, pickDateTime, toastOf } from './steps.ts';
import { dayIn } from './team-day.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

async function twoToCome(server: RunningServer) {
  const one = await newest(server, 'scheduled');
  const two = await newest(server, 'pending');
  await setTime(server, one.id, fromNow(72 * hour));
  await setTime(server, two.id, fromNow(96 * hour));
  return { one, two };
}

/** Moves the open booking and cancels another, both without a network. */
async function moveAndCancelOffline(device: Device, otherId: string) {
  const { page } = device;
  await device.offline(true);
  await move(page);
  await expect(card(page)).toContainText(/To be moved to/);
  await dialogLeft(page);
  await openBooking(page, otherId);
  await cancel(page);
  await expect(card(page)).toContainText('To be cancelled');
  await dialogLeft(page);
}

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  test('a booking is moved, another cancelled and a third reviewed, through a reload; all is done once the network returns @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { one, two } = await twoToCome(server);
    const done = await newest(server, 'completed');
    for (const [{ id }, change] of [
      [one, 'Reschedule'],
      [two, 'Cancel Booking'],
      [done, 'Leave Review'],
    ] as const) {
      await openBooking(page, id);
      // The possible changes come with the booking's own answer, the details may come with the list's.
      await expect(button(page, change)).toBeVisible();
      await expect(page.getByRole('log')).toBeVisible();
    }
    await device.offline(true);

    await fillReview(page, 4, 'Quiet, quick, kind.');
    await expect(
      sheet(page).getByText(/kept on your device and sent when the network is back/),
    ).toBeVisible();
    await sendReview(page);
    await expect(card(page)).toContainText('Your review waits');
    await expect(page.getByRole('button', { name: 'Leave Review' }).filter({ visible: true })).toHaveCount(0);

    await dialogLeft(page);
    await openBooking(page, one.id);
    await move(page);
    await expect(card(page)).toContainText(/To be moved to .*2:30 pm/);
    await expect(card(page)).toContainText('The team confirms the new time.');
    await expect(page.getByRole('button', { name: 'Cancel Booking' })).toHaveCount(0);

    await dialogLeft(page);
    await openBooking(page, two.id);
    await cancel(page);
    await expect(card(page)).toContainText('To be cancelled');
    await dialogLeft(page);
    await page.reload();
    await expect(card(page)).toContainText('To be cancelled');
    await expect(
      page
        .getByText(/3 changes waiting/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    expect(await axe(page, 'a change that waits')).toEqual([]);
    await page.goto('/bookings');
    await expect(front(page.getByText(/^To be moved to/))).toBeVisible();
    expect((await row(server, one.id)).status).toBe('scheduled');

    await device.offline(false);
    await expect(page.getByText(/^To be /).filter({ visible: true })).toHaveCount(0);
    await expect.poll(async () => (await row(server, two.id)).status).toBe('cancelled');
    await expect.poll(() => row(server, done.id)).toMatchObject({ rating: 4, review: 'Quiet, quick, kind.' });
    const moved = await row(server, one.id);
    expect(moved.status).toBe('pending');
    await openBooking(page, one.id);
    await front(page.getByRole('heading', { name: 'Timeline' })).click();
    await expect(front(page.locator('.timeline .moved'))).toContainText('You');
  });

  test('waiting changes are taken back, and a review returns to its form @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const done = await newest(server, 'completed');
    await openThread(page, done.id);
    await device.offline(true);
    await fillReview(page, 2, 'Late.');
    await sendReview(page);
    await card(page).getByRole('button', { name: 'Undo' }).click();
    await expect(card(page)).toHaveCount(0);
    await device.offline(false);
    await page.reload();
    await front(page.getByRole('button', { name: 'Leave Review' })).click();
    await expect(sheet(page).getByLabel('Your words')).toHaveValue('Late.');
    expect((await row(server, done.id)).rating).toBeNull();
  });

  test('the message that a change is kept disappears once another tab takes the change back @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { one } = await twoToCome(server);
    const other = await page.context().newPage();
    for (const tab of [other, page]) {
      await openBooking(tab, one.id);
      // The possible changes come with the booking's own answer.
      await expect(button(tab, 'Reschedule')).toBeVisible();
    }
    await device.offline(true);
    await page.bringToFront();
    await move(page);
    const notice = toastOf(page, 'Kept for now');
    // Under the pointer it does not follow the clock.
    await notice.hover();
    await card(other).getByRole('button', { name: 'Undo' }).click();
    await expect(card(page)).toHaveCount(0);
    await expect(notice).toHaveCount(0);
  });
});

test.describe('after changes by others', () => {
  test.use({ allowed: networkAway });

  test('a refused move and cancellation show the reason on any page, and lead on @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 409/);
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { one, two } = await twoToCome(server);
    for (const { id } of [two, one]) {
      await openThread(page, id);
      await expect(button(page, 'Cancel Booking')).toBeVisible();
    }
    await moveAndCancelOffline(device, two.id);
    await page.goto('/profile');
    await expect(front(page.getByText(/2 changes waiting/))).toBeVisible();

    // Meanwhile the team has set another time for one, and the notice period of the other has begun.
    const theirs = fromNow(80 * hour);
    await setTime(server, one.id, theirs);
    await setTime(server, two.id, fromNow(3 * hour));
    await device.offline(false);
    await expect(toastOf(page, /^Not (moved|cancelled)/, 'destructive')).toBeVisible();

    await openBooking(page, one.id);
    await expect(card(page)).toContainText(
      'This booking has been given another time meanwhile, so it was not moved',
    );
    expect((await row(server, one.id)).scheduled_date).toBe(theirs);
    expect(await axe(page, 'a change that was refused')).toEqual([]);
    await card(page).getByRole('button', { name: 'Choose Another Time' }).click();
    await pickDateTime(page, { label: 'New date and time', day: dayIn(7), time: '2:30 pm' });
    await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    await expect(card(page)).toHaveCount(0);

    await dialogLeft(page);
    await openBooking(page, two.id);
    await expect(card(page)).toContainText('Not cancelled');
    await card(page).getByRole('button', { name: 'Look Again' }).click();
    await expect(sheet(page).getByText(/It is less than 24 hours before: .* not given back\./)).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Keep Booking' }).click();
    await card(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(card(page)).toHaveCount(0);
    expect((await row(server, two.id)).status).not.toBe('cancelled');
  });

  test('a change that is no longer possible shows the reason, and offers no retry @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 409/);
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { one, two } = await twoToCome(server);
    for (const { id } of [two, one]) {
      await openBooking(page, id);
      await expect(button(page, 'Cancel Booking')).toBeVisible();
    }
    await moveAndCancelOffline(device, two.id);
    await server.rows((db) =>
      db.updateTable('bookings').set({ status: 'completed' }).where('id', 'in', [one.id, two.id]).execute(),
    );
    await device.offline(false);
    for (const [id, title, another] of [
      [two.id, 'Not cancelled', 'Look Again'],
      [one.id, 'Not moved', 'Choose Another Time'],
    ] as const) {
      await openBooking(page, id);
      await expect(card(page)).toContainText(title);
      await expect(front(page.locator('.badge'))).toHaveText('Completed');
      await expect(page.getByRole('button', { name: another })).toHaveCount(0);
      await card(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(card(page)).toHaveCount(0);
    }
  });

  test('a cancellation with more hours than agreed is not made, shows them, and can be agreed to anew @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(/status of 409/);
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    const estimate = (minutes: number) =>
      server.rows((db) =>
        db.updateTable('bookings').set({ estimated_minutes: minutes }).where('id', '=', id).execute(),
      );
    await setTime(server, id, fromNow(3 * hour));
    await estimate(120);
    await openThread(page, id);
    await expect(button(page, 'Cancel Booking')).toBeVisible();
    await device.offline(true);
    await button(page, 'Cancel Booking').click();
    await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(card(page)).toContainText('To be cancelled');
    await dialogLeft(page);

    await estimate(360);
    await device.offline(false);
    await expect(card(page)).toContainText('Not cancelled');
    await expect(card(page)).toContainText('2 h are not given back.');
    expect((await row(server, id)).status).toBe('scheduled');
    await card(page).getByRole('button', { name: 'Look Again' }).click();
    await expect(sheet(page).locator('.terms-main')).toContainText('6 h are not given back.');
    await expect(sheet(page).getByRole('alert')).toContainText(
      /since you agreed to it.*Before: .*2 h are not/,
    );
    expect(await axe(page, 'terms that have changed')).toEqual([]);
    await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(toastOf(page, 'Booking cancelled')).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    expect((await row(server, id)).status).toBe('cancelled');
  });
});
