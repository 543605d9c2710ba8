import type { Page } from 'playwright/test';
import { spanOf } from '../app/features/schedule/days.ts';
import { daysLater } from '../app/lib/time/calendar-days.ts';
import { inSentence } from '../app/lib/time/dates.ts';
import { businessZone } from '../scripts/test/business-zone.ts';
import { axe } from './axe.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import {
  carryByMouse,
  dragByMouse,
  dragByTouch,
  later,
  monday,
  open,
  titled,
  visitOf,
  week,
  when,
} from './schedule.ts';
import { pickDateTime, tabTo, toastOf, withoutSocket } from './steps.ts';
import { dayIn, sydney, visit } from './team-day.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 820, height: 1180 } });

/** The next day of 23 hours in Sydney, after the days that have special names. */
function nextShortDay(): string {
  for (let days = 3; days < 400; days += 1) {
    const day = dayIn(days);
    const { from, to } = spanOf({ view: 'day', date: day }, businessZone);
    if (Date.parse(to) - Date.parse(from) < 24 * 3_600_000) return day;
  }
  throw new Error('The clocks no longer change');
}

const question = (page: Page) => page.getByRole('alertdialog');

test('a booking is dragged to another day by mouse, is asked about, and its customer is told', async ({
  page,
  server,
}) => {
  const booking = await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
  await open(page, week);
  const lawn = visitOf(page, /Lawn mowing/);
  await expect(lawn).toHaveAccessibleName(
    'Lawn mowing, 9:30 am to 11:00 am, Mai Tran, Outdoor Services, Scheduled',
  );

  await dragByMouse(page, lawn, { to: later(2), minutes: 210 });
  await expect(question(page)).toContainText(`Move to ${inSentence(when(`${later(2)}T13:00`))}?`);
  await expect(question(page)).toContainText('Mai Tran is told by mail, if they want updates.');
  await expect(lawn).toHaveAccessibleName(/1:00 pm to 2:30 pm/);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(lawn).toHaveAccessibleName(/9:30 am to 11:00 am/);
  await expect(lawn).toBeFocused();

  await dragByMouse(page, lawn, { to: later(2), minutes: 210 });
  expect(await axe(page, 'asking')).toEqual([]);
  await question(page).getByRole('button', { name: 'Move' }).click();
  await expect(toastOf(page, 'Booking moved')).toBeVisible();
  await expect(lawn).toHaveAccessibleName(/1:00 pm to 2:30 pm/);
  await expect(lawn).toBeFocused();
  const stored = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('booking_moves as m', 'm.booking_id', 'b.id')
      .innerJoin('notices as n', 'n.booking_id', 'b.id')
      .select(['b.scheduled_date', 'b.status', 'm.from_date', 'n.kind'])
      .where('b.id', '=', booking.id)
      .execute(),
  );
  expect(stored).toEqual([
    {
      scheduled_date: sydney(`${later(2)}T13:00`),
      status: 'scheduled',
      from_date: sydney(`${monday}T09:30`),
      kind: 'booking_update',
    },
  ]);
});

test('a resting finger lifts a booking and carries it, in portrait and in landscape @full', async ({
  page,
  server,
}) => {
  await visit(server, { service: 'gutter', scheduled_date: sydney(`${monday}T10:00`) });
  await open(page, week);
  const gutter = visitOf(page, /Gutter cleaning/);
  await dragByTouch(page, gutter, { to: later(1), minutes: 120 });
  await expect(question(page)).toContainText(`Move to ${inSentence(when(`${later(1)}T12:00`))}?`);
  await question(page).getByRole('button', { name: 'Move' }).tap();
  await expect(gutter).toHaveAccessibleName(/12:00 pm to 2:00 pm/);

  await page.setViewportSize({ width: 1180, height: 820 });
  expect(await layoutFaults(page)).toEqual([]);
  await dragByTouch(page, gutter, { to: later(4), minutes: -60 });
  await expect(question(page)).toContainText(`Move to ${inSentence(when(`${later(4)}T11:00`))}?`);
  // A tap beside the bar takes the focus away from it.
  await page.getByRole('heading', { level: 2 }).filter({ visible: true }).first().tap();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(gutter).toHaveAccessibleName(/12:00 pm to 2:00 pm/);
});

test('a booking dropped on a past time stays, and the page says so @full', async ({ page, server }) => {
  await visit(server, { service: 'gutter', scheduled_date: sydney(`${later(3)}T10:00`) });
  // The page's clock shows the Wednesday of that week.
  await page.clock.install({ time: sydney(`${later(2)}T12:00`) });
  await open(page, week);
  const gutter = visitOf(page, /Gutter cleaning/);
  await dragByTouch(page, gutter, { to: later(1), minutes: 0 });
  await expect(toastOf(page, 'The booking was not moved', 'destructive')).toContainText(
    'That time has passed.',
  );
  await expect(question(page)).toBeHidden();
  await expect(gutter).toHaveAccessibleName(/10:00 am to 12:00 pm/);
  await dragByTouch(page, gutter, { to: later(4), minutes: 0 });
  await expect(question(page)).toContainText('10:00 am?');
});

test('a booking is opened, moved and scheduled by keyboard alone @full', async ({ page, server }) => {
  const booking = await visit(server, {
    service: 'wall',
    scheduled_date: sydney(`${monday}T09:00`),
    status: 'pending',
  });
  await open(page, week);
  await tabTo(page, visitOf(page, /Wall painting/));
  await page.keyboard.press('Space');
  const sheet = page.getByRole('dialog', { name: 'Wall painting' });
  await expect(sheet).toContainText(when(`${monday}T09:00`));
  await sheet.getByRole('button', { name: 'Move' }).press('Enter');
  await pickDateTime(page, { label: 'New date and time', day: dayIn(3), time: '2:30 pm' });
  await sheet.getByLabel('Also confirm it').press('Space');
  expect(await axe(page, 'the sheet')).toEqual([]);
  await sheet.getByRole('button', { name: 'Move Booking' }).press('Enter');
  await expect(toastOf(page, 'Booking moved')).toBeVisible();
  await expect(visitOf(page, /Wall painting/)).toHaveCount(0);
  const row = await server.rows((db) =>
    db
      .selectFrom('bookings')
      .select(['status', 'scheduled_date'])
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow(),
  );
  expect(row.status).toBe('scheduled');
  expect(row.scheduled_date).toMatch(/:30:00\.000Z$/);
});

test('changes of others appear during a drag, and do not end it @full', async ({ page, server }) => {
  await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
  const other = await visit(server, { service: 'wall', scheduled_date: sydney(`${later(3)}T09:30`) });
  await open(page, week);
  await carryByMouse(page, visitOf(page, /Lawn mowing/), { to: later(1), minutes: 60 });
  const answer = await page.request.patch(`/api/admin/bookings/${other.id}/status`, {
    data: { status: 'in_progress' },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await expect(page.getByRole('button', { name: /, In Progress$/ })).toBeVisible();
  await expect(page.locator('.schedule-ghost')).toBeVisible();
  await page.mouse.up();
  await expect(question(page)).toContainText(`Move to ${inSentence(when(`${later(1)}T10:30`))}?`);
});

test.describe('when another administrator was quicker', () => {
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('a booking goes back, and its present time is shown @full', async ({ page, server }) => {
    // The reads of a connected socket would show the other time before the drag.
    await withoutSocket(page);
    const booking = await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
    await open(page, week);
    const elsewhere = sydney(`${later(3)}T15:00`);
    await server.rows((db) =>
      db.updateTable('bookings').set({ scheduled_date: elsewhere }).where('id', '=', booking.id).execute(),
    );
    await dragByMouse(page, visitOf(page, /Lawn mowing/), { to: later(1), minutes: 60 });
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(toastOf(page, /Somebody has moved this booking meanwhile/, 'destructive')).toBeVisible();
    await expect(visitOf(page, /Lawn mowing/)).toHaveAccessibleName(/3:00 pm to 4:30 pm/);
    await expect(question(page)).toBeHidden();
  });
});

test('a booking is moved from its sheet twice in a row @full', async ({ page, server }) => {
  const day = dayIn(3);
  const booking = await visit(server, { service: 'lawn', scheduled_date: sydney(`${day}T09:30`) });
  await open(page, `/admin/schedule?view=day&date=${day}`);
  for (const time of ['2:30 pm', '4:00 pm']) {
    await visitOf(page, /Lawn mowing/).press('Space');
    const sheet = page.getByRole('dialog', { name: 'Lawn mowing' });
    await sheet.getByRole('button', { name: 'Move' }).click();
    await pickDateTime(page, { label: 'New date and time', day, time });
    await sheet.getByRole('button', { name: 'Move Booking' }).click();
    await expect(visitOf(page, /Lawn mowing/)).toHaveAccessibleName(new RegExp(`Lawn mowing, ${time}`));
    await expect(question(page)).toBeHidden();
    await expect(visitOf(page, /Lawn mowing/)).toBeFocused();
  }
  const row = await server.rows((db) =>
    db.selectFrom('bookings').select('scheduled_date').where('id', '=', booking.id).executeTakeFirst(),
  );
  expect(row).toEqual({ scheduled_date: sydney(`${day}T16:00`) });
});

test.describe('on a network that loses answers', () => {
  test.use({ allowed: networkAway });

  test('a move with a lost answer is not reported as made; the booking’s present time is shown @full', async ({
    page,
    server,
  }) => {
    await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
    await open(page, week);
    const lawn = visitOf(page, /Lawn mowing/);
    await dragByMouse(page, lawn, { to: later(1), minutes: 60 });
    // Lost for good: the browser itself would repeat a request whose connection only broke.
    await page.route('**/reschedule', async (route) => {
      // The server may have closed the test's idle connection; then another is used.
      await route.fetch({ maxRetries: 1 });
      await route.abort('connectionreset');
    });
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(
      toastOf(page, 'We could not learn whether it was moved. Please look again.', 'destructive'),
    ).toBeVisible();
    await expect(lawn).toHaveAccessibleName(/10:30 am to 12:00 pm/);
  });
});

test.describe('on a device in another zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('the business’s clock counts, also in the week in which it changes @full', async ({
    page,
    server,
  }) => {
    const sunday = nextShortDay();
    const before = daysLater(sunday, -1);
    const booking = await visit(server, { service: 'lawn', scheduled_date: sydney(`${before}T09:00`) });
    await open(page, `/admin/schedule?view=week&date=${before}`);
    await expect(page.getByText('Times are Sydney’s.')).toBeVisible();
    const lawn = visitOf(page, /Lawn mowing/);
    await expect(lawn).toHaveAccessibleName(/9:00 am to 10:30 am/);
    await dragByMouse(page, lawn, { to: sunday, minutes: 0 });
    await expect(question(page)).toContainText(`Move to ${inSentence(when(`${sunday}T09:00`))}?`);
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(toastOf(page, 'Booking moved')).toBeVisible();
    const at = () =>
      server.rows((db) =>
        db.selectFrom('bookings').select('scheduled_date').where('id', '=', booking.id).executeTakeFirst(),
      );
    const hours23 = 23 * 3_600_000;
    const to = new Date(Date.parse(sydney(`${before}T09:00`)) + hours23).toISOString();
    expect(await at()).toEqual({ scheduled_date: to });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('there is room for a day, and a finger drags in it @full', async ({ page, server }) => {
    await visit(server, { service: 'lawn', scheduled_date: sydney(`${monday}T09:30`) });
    await open(page, week);
    await expect(page.getByRole('heading', { name: titled('day', monday) })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Week' })).toHaveCount(0);
    await dragByTouch(page, visitOf(page, /Lawn mowing/), { to: 'unassigned', minutes: 60 });
    await expect(question(page)).toContainText(`Move to ${inSentence(when(`${monday}T10:30`))}?`);
    expect(await layoutFaults(page)).toEqual([]);
  });
});
