import { readFile } from 'node:fs/promises';
import { axe } from './axe.ts';
import {
  button,
  dialogLeft,
  fromNow,
  front,
  hour,
  hours,
  newest,
  row,
  setTime,
  sheet,
  sideways,
} from './member-bookings.ts';
import {
  cards,
  lastRead,
  openBooking,
  pay,
  pickDateTime,
  tapAtNews,
  toCheckout,
  withoutSocket,
} from './steps.ts';
import { dayIn } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a customer sees the effect of cancelling before the tap: hours of a plan and a card payment come back', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const byPlan = await newest(server, 'scheduled');
  await setTime(server, byPlan.id, fromNow(72 * hour));
  await page.goto('/bookings');
  await expect(front(page.getByRole('link', { name: 'Contact Provider' }))).toBeVisible();
  await openBooking(page, byPlan.id);
  const back =
    byPlan.estimated_minutes === 60 ? '1 h goes back' : `${hours(byPlan.estimated_minutes)} go back`;
  await expect(page.getByText(`If you cancel: ${back} to your plan.`)).toBeVisible();
  await button(page, 'Cancel Booking').click();
  await expect(sheet(page).getByText(`${back} to your plan.`)).toBeVisible();
  await expect(sheet(page).getByText(/^Free until /)).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Keep Booking' }).click();
  expect((await row(server, byPlan.id)).status).toBe('scheduled');

  await button(page, 'Cancel Booking').click();
  // A double tap cancels once.
  await sheet(page).getByRole('button', { name: 'Cancel Booking' }).dblclick();
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible();
  await expect(page.getByText(/back in your plan\.$/)).toBeVisible();
  await expect(page.getByText('Plans changed?')).toHaveCount(0);
  await front(page.getByRole('heading', { name: 'Timeline' })).click();
  await expect(front(page.locator('.timeline li').last())).toContainText(
    /Cancelled\s*You · (Today|Yesterday)/,
  );
  expect((await row(server, byPlan.id)).status).toBe('cancelled');
  const changes = await server.rows((db) =>
    db
      .selectFrom('booking_status_changes')
      .select('to_status')
      .where('booking_id', '=', byPlan.id)
      .where('to_status', '=', 'cancelled')
      .execute(),
  );
  expect(changes).toHaveLength(1);

  await toCheckout(page);
  await pay(page, cards.good);
  await page.waitForURL((url) => url.pathname === '/bookings');
  const paid = await newest(server, 'pending', 'one_time');
  await front(page.getByRole('link', { name: `Details of ${paid.name}, ${paid.id.slice(0, 8)}` })).click();
  await expect(page.getByText('$189.00 · Paid by card').first()).toBeVisible();
  await expect(front(page.getByText(/^Next, the team confirms this time\./))).toBeVisible();
  await button(page, 'Cancel Booking').click();
  await expect(sheet(page).getByText('$189.00 goes back to your card.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(page.getByText('$189.00 is on its way back to your card.')).toBeVisible();
  await expect(front(page.getByText(/^\$189\.00 · (Being refunded|Refunded)$/))).toBeVisible();
  await dialogLeft(page);
  await page.reload();
  await expect(front(page.getByText('$189.00 · Refunded'))).toBeVisible();
  // The list and its counts have followed without a new read.
  await button(page, 'Back').click();
  await front(page.getByRole('tab', { name: /^Cancelled/ })).click();
  await expect(page.getByRole('tabpanel').filter({ visible: true }).locator('.booking-card')).toHaveCount(3);
});

test.describe('when the notice period begins while the person looks', () => {
  test.use({ allowed: [/status of 409/] });

  test('the new terms are shown, nothing is done without consent, and a late move is refused with the reason @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member);
    const booking = await newest(server, 'scheduled');
    await setTime(server, booking.id, fromNow(72 * hour));
    // The reads of a connected socket would show the new time too early.
    await withoutSocket(page);
    const opened = lastRead(page);
    await openBooking(page, booking.id);
    await opened;
    await button(page, 'Cancel Booking').click();
    await expect(sheet(page).getByText(/back to your plan\.$/)).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Cancel Booking' })).not.toHaveAttribute(
      'aria-busy',
    );

    await setTime(server, booking.id, fromNow(3 * hour));
    await tapAtNews(page, '.terms.harsh[aria-busy=false]', 'button.danger');
    await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(
      sheet(page).getByText(/What cancelling means has changed .* Nothing was done/),
    ).toBeVisible();
    await expect(sheet(page).getByText(/It is less than 24 hours before: .* not given back\./)).toBeVisible();
    expect((await row(server, booking.id)).status).toBe('scheduled');
    await sheet(page).getByRole('button', { name: 'Keep Booking' }).click();
    await expect(page.getByRole('button', { name: 'Reschedule' })).toHaveCount(0);
    await expect(sheet(page)).toHaveCount(0);
    await expect(front(page.getByText(/Changes were free until/))).toBeVisible();

    // A move begun in time and sent too late.
    await setTime(server, booking.id, fromNow(72 * hour));
    const reopened = lastRead(page);
    await page.reload();
    await reopened;
    await button(page, 'Reschedule').click();
    await pickDateTime(page, { label: 'New date and time', day: dayIn(5) });
    await setTime(server, booking.id, fromNow(3 * hour));
    await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
    await expect(
      sheet(page).getByText('It is less than 24 hours away, so it can no longer be moved'),
    ).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Keep the Time' }).click();

    await button(page, 'Cancel Booking').click();
    await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByText('The team knows, and nobody will come.')).toBeVisible();
    expect((await row(server, booking.id)).status).toBe('cancelled');
  });
});

test('a booking is moved, and its timeline, calendar file and private link show the move @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const booking = await newest(server, 'scheduled');
  await setTime(server, booking.id, fromNow(72 * hour));
  await openBooking(page, booking.id);
  await button(page, 'Reschedule').click();
  await expect(sheet(page).getByText('Moving costs nothing and never charges you again.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
  await expect(sheet(page).getByText('Please select a preferred date and time')).toBeVisible();
  await pickDateTime(page, { label: 'New date and time', day: dayIn(6), time: '2:30 pm' });
  await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
  await expect(page.getByText('Booking moved')).toBeVisible();
  await expect(page.getByText(/^It is now .*, 2:30 pm\.$/)).toBeVisible();
  await front(page.getByRole('heading', { name: 'Timeline' })).click();
  await expect(front(page.locator('.timeline .moved'))).toContainText(
    /Moved\s*From .* to .*2:30 pm\s*You · (Today|Yesterday)/,
  );
  const moved = await row(server, booking.id);
  expect(moved.status).toBe('pending');

  await button(page, 'Add to Calendar').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet(page).getByRole('link', { name: 'Add This Booking' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const start = moved.scheduled_date?.replace(/[-:]|\.\d+/g, '');
  expect(text).toContain(`DTSTART:${start}`);
  expect(text).toContain(`SUMMARY:${booking.name}`);

  await sheet(page).getByRole('button', { name: 'Create Private Link' }).click();
  const subscribe = sheet(page).getByRole('link', { name: 'Subscribe in Calendar' });
  await expect(subscribe).toHaveAttribute('href', /^webcal:\/\/.*\/calendar\/.*\.ics$/);
  const link = async () => (await sheet(page).locator('.private-link').textContent()) ?? '';
  const first = await link();
  const feed = (url: string) => fetch(url).then(async (r) => ({ status: r.status, text: await r.text() }));
  expect((await feed(first)).text).toContain(`SUMMARY:${booking.name}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet(page).getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

  await sheet(page).getByText('Replace or turn off the link').click();
  await sheet(page).getByRole('button', { name: 'New Link' }).click();
  await expect(sheet(page).getByText('The old link no longer works. This is the new one.')).toBeVisible();
  const second = await link();
  expect(second).not.toBe(first);
  expect((await feed(first)).status).toBe(404);
  expect((await feed(second)).status).toBe(200);
  await sheet(page).getByRole('button', { name: 'Turn Off' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Create Private Link' })).toBeVisible();
  expect((await feed(second)).status).toBe(404);
  // The device's storage contains no link.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
});

test.describe('by night @full', () => {
  test.use({ colorScheme: 'dark' });

  test('axe finds nothing on any sheet, and nothing leaves the screen at 320 px or with text twice as large', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member);
    const planned = await newest(server, 'scheduled');
    await setTime(server, planned.id, fromNow(72 * hour));
    const done = await newest(server, 'completed');
    const found: string[] = [];
    const look = async (what: string) => {
      found.push(...(await axe(page, what)));
      await page.setViewportSize({ width: 320, height: 700 });
      if (await sideways(page)) found.push(`${what}: sideways at 320 px`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      if (await sideways(page)) found.push(`${what}: sideways at 200 %`);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    };
    const open = async (name: string) => {
      await button(page, name).click();
      await sheet(page).waitFor();
    };
    await openBooking(page, planned.id);
    await expect(button(page, 'Cancel Booking')).toBeVisible();
    await look('the booking');
    await open('Cancel Booking');
    await look('cancelling');
    await page.keyboard.press('Escape');
    await open('Reschedule');
    await page.getByRole('listbox', { name: 'Day' }).waitFor();
    await look('moving');
    await page.keyboard.press('Escape');
    await open('Add to Calendar');
    await sheet(page).getByRole('button', { name: 'Create Private Link' }).click();
    await sheet(page).getByRole('link', { name: 'Subscribe in Calendar' }).waitFor();
    await sheet(page).getByText('Replace or turn off the link').click();
    await look('the calendar');
    await openBooking(page, done.id);
    await open('Leave Review');
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await sheet(page).getByText('Please choose 1 to 5 stars').waitFor();
    await look('the review');
    expect(found).toEqual([]);
  });
});
