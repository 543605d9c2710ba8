import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import type { BookingStatus } from '../api/contract/entities.ts';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import { cards, openBooking, pay, pickDateTime, tabTo, toastOf, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const hour = 60 * 60 * 1000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** The member's newest booking of a status, paid with plan hours unless told. */
const newest = (server: RunningServer, status: BookingStatus, paymentType = 'subscription') =>
  server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 's.name', 'b.estimated_minutes'])
      .where('u.email', '=', personas.member)
      .where('b.status', '=', status)
      .where('b.payment_type', '=', paymentType as 'subscription')
      .where('b.rating', 'is', null)
      .orderBy('b.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
/** Moves a booking past the server: as if its time were another. */
const setTime = (server: RunningServer, id: string, at: string) =>
  server.rows((db) => db.updateTable('bookings').set({ scheduled_date: at }).where('id', '=', id).execute());
const row = (server: RunningServer, id: string) =>
  server.rows((db) =>
    db
      .selectFrom('bookings')
      .select(['status', 'scheduled_date', 'rating', 'review'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const hours = (minutes: number) => `${minutes / 60} h`;

const sheet = (page: Page) => page.getByRole('dialog').filter({ visible: true }).first();
/** Something of the page in front: Ionic keeps those behind it. */
const front = (locator: Locator) => locator.filter({ visible: true }).first();
const button = (page: Page, name: string) => front(page.getByRole('button', { name, exact: true }));

const sideways = (page: Page) =>
  page.evaluate(() => {
    const open = document.querySelector<HTMLElement>('dialog[open]');
    return (
      document.documentElement.scrollWidth > innerWidth ||
      (open !== null && open.scrollWidth > open.clientWidth + 1)
    );
  });

test('a customer sees what cancelling gives back before the tap, and gets it: hours of a plan and a card payment', async ({
  page,
  server,
}) => {
  test.setTimeout(90_000);
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
  // Twice in the same moment is once.
  await sheet(page).getByRole('button', { name: 'Cancel Booking' }).dblclick();
  await expect(page.getByText('Booking cancelled', { exact: true })).toBeVisible();
  await expect(page.getByText(/back in your plan\.$/)).toBeVisible();
  await expect(page.getByText('Plans changed?')).toHaveCount(0);
  await expect(front(page.locator('.timeline li').last())).toContainText(/Cancelled\s*You · Today/);
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
  await button(page, 'Cancel Booking').click();
  await expect(sheet(page).getByText('$189.00 goes back to your card.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(page.getByText('$189.00 is on its way back to your card.')).toBeVisible();
  await expect(front(page.getByText(/^\$189\.00 · (Being refunded|Refunded)$/))).toBeVisible();
  await page.reload();
  await expect(front(page.getByText('$189.00 · Refunded'))).toBeVisible();
  // The list and its counts have followed without being asked again.
  await button(page, 'Back').click();
  await front(page.getByRole('tab', { name: /^Cancelled/ })).click();
  await expect(page.getByRole('tabpanel').filter({ visible: true }).locator('.booking-card')).toHaveCount(3);
});

test.describe('when the notice begins while the person looks', () => {
  test.use({ allowed: [/status of 409/] });

  test('the new terms are shown and nothing is done, until they are agreed to as well; a late move is refused with the reason', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member);
    const booking = await newest(server, 'scheduled');
    await setTime(server, booking.id, fromNow(72 * hour));
    await openBooking(page, booking.id);
    await button(page, 'Cancel Booking').click();
    await expect(sheet(page).getByText(/back to your plan\.$/)).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Cancel Booking' })).not.toHaveAttribute(
      'aria-busy',
    );

    await setTime(server, booking.id, fromNow(3 * hour));
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

    // A move that was begun in time and sent too late.
    await setTime(server, booking.id, fromNow(72 * hour));
    await page.reload();
    await button(page, 'Reschedule').click();
    await pickDateTime(page, { label: 'New date and time', daysAhead: 5 });
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

test('a booking is moved, and its life shows who moved it where; its calendar file and private link follow', async ({
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
  await pickDateTime(page, { label: 'New date and time', daysAhead: 6, time: '2:30 pm' });
  await sheet(page).getByRole('button', { name: 'Move Booking' }).click();
  await expect(page.getByText('Booking moved')).toBeVisible();
  await expect(page.getByText(/^It is now .*, 2:30 pm\.$/)).toBeVisible();
  await expect(front(page.locator('.timeline .moved'))).toContainText(
    /Moved\s*From .* to .*2:30 pm\s*You · Today/,
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
  // Whoever opens this device's storage finds no link.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  test('a review is written by keyboard alone, survives a reload and an absent network, and is given once', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInAs(page, personas.member, '/bookings');
    await workerReady(page);
    const booking = await newest(server, 'completed');
    await openBooking(page, booking.id);
    const leave = button(page, 'Leave Review');
    await tabTo(page, leave);
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('heading', { name: 'Leave Review' })).toBeVisible();
    await tabTo(page, sheet(page).getByRole('button', { name: 'Send Review' }));
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByText('Please choose 1 to 5 stars')).toBeVisible();
    await expect(sheet(page).getByRole('radio', { name: '1 star: Poor' })).toBeFocused();
    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await expect(sheet(page).getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Neat edges.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
    await expect(leave).toBeFocused();

    await device.offline(true);
    await page.reload();
    await button(page, 'Leave Review').click();
    await expect(sheet(page).getByRole('radio', { name: '4 stars: Very good' })).toBeChecked();
    await expect(sheet(page).getByLabel('Your words (if you like)')).toHaveValue('Neat edges.');
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await expect(sheet(page).getByText(/The network did not answer\. Nothing is lost/)).toBeVisible();
    await expect(sheet(page).getByText(/You are offline\. This needs the network/)).toBeVisible();
    await device.offline(false);
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await expect(page.getByText('Thank you for your review')).toBeVisible();
    await expect(front(page.getByRole('img', { name: 'Rated 4 out of 5' }))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave Review' })).toHaveCount(0);
    expect(await row(server, booking.id)).toMatchObject({ rating: 4, review: 'Neat edges.' });

    // And of a visit in the list, without leaving it.
    await page.goto('/bookings');
    const another = await newest(server, 'completed');
    const card = front(page.getByRole('region', { name: `${another.name}, ${another.id.slice(0, 8)}` }));
    await card.getByRole('button', { name: 'Leave Review' }).click();
    await sheet(page).getByText('☆').last().click();
    await sheet(page).getByRole('button', { name: 'Send Review' }).click();
    await expect(card.getByRole('img', { name: 'Rated 5 out of 5' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Leave Review' })).toHaveCount(0);
  });
});

test('a paid plan is welcomed, and the address keeps nothing of it', async ({ page }) => {
  await signInAs(page, personas.member);
  await page.goto('/bookings?subscription=success');
  await expect(page.getByText('Welcome to your Standard Plan')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('a message that is too long is not cut but kept and counted; one that is sent says so', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/bookings');
  const booking = await newest(server, 'scheduled');
  const card = front(page.getByRole('region', { name: `${booking.name}, ${booking.id.slice(0, 8)}` }));
  await card.getByRole('link', { name: 'Contact Provider' }).click();
  const box = front(page.getByPlaceholder('Type your message...'));
  await expect(box).toBeFocused();
  await box.fill('a'.repeat(4012));
  await expect(
    page.getByText('4,012 of 4,000 characters. Please keep a message under 4000 characters: 12 too many.'),
  ).toBeVisible();
  await expect(button(page, 'Send')).toBeDisabled();
  await box.press('Enter');
  await expect(box).toHaveValue('a'.repeat(4012));
  for (const nothing of ['', '  \n ']) {
    await box.fill(nothing);
    await expect(button(page, 'Send')).toBeDisabled();
    await box.press('Enter');
  }
  await box.fill('  The side gate is open.  ');
  await box.press('Enter');
  await expect(toastOf(page, 'Message sent successfully', 'default')).toBeVisible();
  await expect(page.getByRole('log').getByText('The side gate is open.')).toBeVisible();
  const sent = await server.rows((db) =>
    db
      .selectFrom('messages')
      .select('message')
      .where('booking_id', '=', booking.id)
      .where('client_id', 'is not', null)
      .execute(),
  );
  expect(sent).toEqual([{ message: 'The side gate is open.' }]);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('list and booking stand side by side: the list keeps its place, marks what is open, and works by keyboard, upright and turned', async ({
    page,
    server,
  }) => {
    const booking = await newest2(server);
    await signInAs(page, personas.member, `/bookings/${booking}`);
    const pane = page.getByRole('region', { name: 'Your bookings' });
    const opened = pane.locator('[aria-current="true"]');
    await expect(opened).toHaveAttribute('href', `/bookings/${booking}`);
    await expect(front(page.getByRole('heading', { name: 'Booking', exact: true }))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);

    await pane.getByRole('tab', { name: /^Completed/ }).click();
    await pane.evaluate((element) => element.scrollTo(0, 300));
    const scrolled = await pane.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    const links = pane.locator('.details');
    await links.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const second = (await links.nth(1).getAttribute('href')) ?? '';
    await page.waitForURL((url) => url.pathname === second);
    await expect(opened).toHaveAttribute('href', second);
    await expect(front(page.getByText(`#${second.slice(10, 18)}`))).toBeVisible();
    await expect(pane.getByRole('tab', { name: /^Completed/ })).toHaveAttribute('aria-selected', 'true');

    await page.setViewportSize({ width: 1180, height: 820 });
    await expect(opened).toHaveAttribute('href', second);
    await expect(front(page.getByText('Timeline'))).toBeVisible();
    expect(await sideways(page)).toBe(false);
    await links.nth(0).click();
    const third = (await links.nth(0).getAttribute('href')) ?? '';
    await expect(opened).toHaveAttribute('href', third);

    // Elsewhere and back: the list is where it was.
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await expect(pane).toBeHidden();
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect(pane.getByRole('tab', { name: /^Completed/ })).toHaveAttribute('aria-selected', 'true');
    await expect(front(page.getByText('Choose a booking'))).toBeVisible();
    expect(await axe(page, 'two panes')).toEqual([]);

    // A window made narrow goes on as the phone does.
    await links.nth(0).click();
    await page.waitForURL((url) => url.pathname === third);
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(pane).toHaveCount(0);
    await expect(front(page.getByText('Timeline'))).toBeVisible();
    await button(page, 'Back').click();
    await expect(front(page.getByRole('tab', { name: /^Completed/ }))).toBeVisible();
  });
});

/** The booking that stands first in the member's list. */
const newest2 = async (server: RunningServer) => (await newest(server, 'pending')).id;

test('a booking prints as one clean sheet, and what is shared of it is nothing private', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const booking = await newest(server, 'scheduled');
  await openBooking(page, booking.id);
  await expect(button(page, 'Print')).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') });
    Object.defineProperty(navigator, 'share', { value: undefined });
  });
  await button(page, 'Print').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = page.locator('.job-sheet');
  await expect(paper).toBeVisible();
  await expect(paper).toContainText(booking.name);
  await expect(paper).toContainText(`#${booking.id.slice(0, 8)}`);
  await expect(page.locator('ion-app')).toBeHidden();
  expect(await paper.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Share').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toContain(booking.name);
  expect(shared).not.toMatch(new RegExp(`${booking.id}|https?:|@|\\$`));
});

test('an empty list says so in every tab, and offers the next action once', async ({ page }) => {
  await signInAs(page, personas.newcomer, '/bookings?subscription=');
  expect(new URL(page.url()).search).toBe('');
  for (const [tab, empty] of [
    ['All', 'No bookings yet'],
    ['Pending', 'No pending bookings'],
    ['Scheduled', 'No scheduled bookings'],
    ['Active', 'No active bookings'],
    ['Completed', 'No completed bookings'],
    ['Cancelled', 'No cancelled bookings'],
  ] as const) {
    await front(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).click();
    await expect(front(page.getByText(empty, { exact: true }))).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book New Service' }).filter({ visible: true })).toHaveCount(
      1,
    );
  }
  await front(page.getByRole('tab', { name: /^All/ })).click();
  await expect(page.getByText('Schedule your first service to get started').first()).toBeVisible();
});

test('more bookings than the server gives at once are read page by page', async ({ page, server }) => {
  await server.rows(async (db) => {
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', personas.newcomer)
      .executeTakeFirstOrThrow();
    const { id: service_id } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
    const created = (n: number) => fromNow(-n * hour);
    await db
      .insertInto('bookings')
      .values(
        Array.from({ length: 203 }, (_, n) => ({
          id: randomUUID(),
          user_id,
          service_id,
          status: 'completed' as const,
          payment_type: 'subscription' as const,
          scheduled_date: created(n),
          completed_date: created(n),
          estimated_minutes: 60,
          actual_minutes: 60,
          notes: n === 202 ? 'The very first one' : null,
          review: null,
          rating: null,
          price_cents: null,
          payment_id: null,
          client_id: null,
          created_at: created(n),
          updated_at: created(n),
        })),
      )
      .execute();
  });
  await signInAs(page, personas.newcomer, '/bookings');
  const total = front(page.locator('.tiles > div', { hasText: 'Total' }));
  await expect(total).toContainText('200+');
  await button(page, 'Show earlier bookings').click();
  await expect(total).toContainText('203');
  await expect(total).not.toContainText('+');
  await expect(page.getByText('The very first one')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show earlier bookings' })).toHaveCount(0);
});

test.describe('by night', () => {
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
    await sheet(page).getByRole('combobox').click();
    await page.getByRole('grid').waitFor();
    await look('moving');
    await page.keyboard.press('Escape');
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
