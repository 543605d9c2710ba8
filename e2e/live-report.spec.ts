import type { LiveWork } from '../api/contract/schemas/schedule.ts';
import { titleOf } from '../app/features/report/months.ts';
import { monthsLater } from '../app/lib/time/calendar-days.ts';
import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { aChat, aPayment } from './month.ts';
import { aQuote, aRequest } from './requests.ts';
import { onTheWay, pauseClock, tickUntil, toastOf, withoutSocket } from './steps.ts';
import { dayIn, sydney, visit } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ viewport: { width: 820, height: 1180 } });

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('present and late work is shown, begun, and followed to its end', async ({ page, server }) => {
  await visit(server, {
    service: 'pest',
    name: 'Tom Reid',
    scheduled_date: ago(150),
    status: 'in_progress',
    created_at: ago(140),
    estimated_minutes: 90,
  });
  const late = await visit(server, { service: 'dry', name: 'Ben Ito', scheduled_date: ago(12) });
  await visit(server, { service: 'leaf', name: 'Una Walsh', scheduled_date: ago(-49) });
  await signInAs(page, personas.admin, '/admin/live');

  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Tom Reid')).toContainText(/For 2 h 2\d min · 5\d min over its estimate/);
  await expect(row('Tom Reid')).toContainText('10 min late');
  await expect(row('Ben Ito')).toContainText(/1\d min late/);
  await expect(row('Una Walsh')).toContainText(/In 4\d min/);
  expect(await axe(page, 'live')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);

  await row('Ben Ito').getByRole('button', { name: 'Start' }).click();
  await expect(toastOf(page, 'Status updated successfully')).toBeVisible();
  await expect(row('Ben Ito')).toContainText('For 0 min');

  await row('Ben Ito').getByRole('button', { name: 'Complete' }).click();
  const sheet = page.getByRole('dialog', { name: 'Update Status' });
  await expect(sheet.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await sheet.getByRole('button', { name: 'Leave as It Is' }).click();
  await expect(sheet).toBeHidden();
  await row('Ben Ito').getByRole('button', { name: 'Complete' }).click();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toBeHidden();
  await expect(row('Ben Ito')).toHaveCount(0);
  await expect(page).toHaveURL('/admin/live');
  const stored = await server.rows((db) =>
    db.selectFrom('bookings').select('status').where('id', '=', late.id).executeTakeFirst(),
  );
  expect(stored).toEqual({ status: 'completed' });
});

test.describe('when another administrator was quicker', () => {
  test.use({ allowed: [/409 \(Conflict\)/] });

  test('work cancelled meanwhile is not begun @full', async ({ page, server }) => {
    await withoutSocket(page);
    const late = await visit(server, { service: 'dry', name: 'Ben Ito', scheduled_date: ago(12.5) });
    await signInAs(page, personas.admin, '/admin/live');
    const row = page.getByRole('listitem').filter({ hasText: 'Ben Ito' });
    await expect(row).toBeVisible();
    await server.rows((db) =>
      db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', late.id).execute(),
    );
    await row.getByRole('button', { name: 'Start' }).click();
    await expect(toastOf(page, /Somebody has changed this booking meanwhile/, 'destructive')).toBeVisible();
    await expect(row).toHaveCount(0);
    const stored = await server.rows((db) =>
      db.selectFrom('bookings').select('status').where('id', '=', late.id).executeTakeFirst(),
    );
    expect(stored).toEqual({ status: 'cancelled' });
  });
});

test('a booking becomes late at its time without a new read @full', async ({ page, server }) => {
  const booking = await visit(server, { service: 'leaf', name: 'Una Walsh', scheduled_date: ago(-30) });
  // The answer is changed so that the booking begins half a minute after it, on a slow machine too. Only the first read
  // is answered, because the page may read again before that time.
  let answered = false;
  await page.route('**/api/admin/live', async (route) => {
    if (answered) return;
    answered = true;
    const response = await route.fetch();
    const work = (await response.json()) as LiveWork;
    const startsAt = new Date(Date.parse(work.at) + 30_000).toISOString();
    const soon = work.soon.map((one) => (one.id === booking.id ? { ...one, startsAt } : one));
    await route.fulfill({ response, json: { ...work, soon } });
  });
  await pauseClock(page);
  await signInAs(page, personas.admin, '/admin/live');
  const soon = page.getByRole('region', { name: 'Next 2 hours' });
  const late = page.getByRole('region', { name: 'Late' });
  await tickUntil(page, () => soon.isVisible());
  await expect(soon.getByRole('listitem').filter({ hasText: 'Una Walsh' })).toContainText('In 1 min');
  await page.clock.runFor(40_000);
  await expect(late.getByRole('listitem').filter({ hasText: 'Una Walsh' })).toContainText('0 min late');
});

test('a month is reported beside the month before, kept in the address, and printed on one sheet @full', async ({
  page,
  server,
}) => {
  const day = dayIn(0);
  // The month that the page shows at first is this day's, also if midnight passes.
  await page.clock.install({ time: sydney(`${day}T12:00`) });
  await visit(server, { service: 'lawn', scheduled_date: sydney(`${day}T09:00`) });
  await visit(server, {
    service: 'gutter',
    scheduled_date: sydney(`${day}T10:00`),
    status: 'completed',
    rating: 4,
    review: 'Neat',
    reviewed_at: sydney(`${day}T11:00`),
  });
  await signInAs(page, personas.admin, '/admin/report');
  const month = (name: string) => page.getByRole('heading', { name, level: 2 });
  await expect(month(titleOf(day.slice(0, 7)))).toBeVisible();
  await expect(page.locator('.report').getByText('The month is not over')).toBeVisible();
  const ratings = page.getByRole('table').filter({ hasText: '4 stars' });
  await expect(ratings.getByRole('row', { name: /^4 stars 1 / })).toBeVisible();
  expect(await axe(page, 'the report')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);

  const earlier = monthsLater(day.slice(0, 7), -9);
  const before = titleOf(monthsLater(earlier, -1));
  await page.getByLabel('Month', { exact: true }).selectOption(earlier);
  await expect(month(titleOf(earlier))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`month=${earlier}$`));
  await page.getByRole('button', { name: 'Earlier month' }).click();
  await expect(month(before)).toBeVisible();
  await page.reload();
  await expect(month(before)).toBeVisible();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = page.locator('.report-sheet');
  await expect(sheet).toBeVisible();
  await expect(page.locator('.shell')).toBeHidden();
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sheet.locator('svg').first()).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12]/);
});

test.describe('when the server does not answer', () => {
  test.use({ allowed: [/503/] });

  test('a report on screen stays, and is said to be old @full', async ({ page }) => {
    await page.clock.install();
    const reads = onTheWay(page, (request) => request.url().includes('/api/admin/report?'));
    const thisMonth = dayIn(0).slice(0, 7);
    await signInAs(page, personas.admin, `/admin/report?month=${thisMonth}`);
    const month = page.getByRole('heading', { name: titleOf(thisMonth), level: 2 });
    await expect(month).toBeVisible();
    await page.route(/\/api\/admin\/report\?/, (route) => route.fulfill({ status: 503 }));
    // The page reads twice while it opens; what is answered after the jump would be new.
    await expect.poll(reads).toBe(0);
    await page.clock.runFor(61_000);
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await expect(month).toHaveCount(0);
    await page.getByRole('button', { name: 'Later month' }).click();
    await expect(page.getByText('Not up to date')).toBeVisible();
    await expect(month).toBeVisible();
  });
});

test('revenue of quotes and the times of answers are in the report and on its one sheet @full', async ({
  page,
  server,
}) => {
  // All of it in the month of the request.
  const at = ago(95);
  const month = dayIn(0, new Date(at)).slice(0, 7);
  const request = await aRequest(server, { at });
  const quoteId = await aQuote(server, request, { amountCents: 24_000 });
  await aPayment(server, { at, cents: 24_000, refundedCents: 4_050, quoteId });
  await aChat(server, { at, answeredAfter: 12 });
  await signInAs(page, personas.admin, `/admin/report?month=${month}`);

  const report = page.locator('.report');
  const sources = report.getByRole('region', { name: 'Revenue' }).getByRole('row');
  await expect(sources.filter({ hasText: 'Custom quotes' })).toContainText(
    /1 payment.*\$240\.00\$40\.50\$199\.50$/,
  );
  await expect(report.getByText('Answer to a request')).toBeVisible();
  const answers = (name: string) => report.getByRole('region', { name, exact: true });
  await expect(answers('Custom requests')).toContainText(/1 h 3[56] min median/);
  await expect(answers('Custom requests')).toContainText('100 % within 2 hours');
  await expect(answers('Custom requests').getByRole('row', { name: /^Within 2 h .* 1$/ })).toBeVisible();
  await expect(answers('Live chat')).toContainText('12 min median');
  await expect(answers('Live chat').getByRole('row', { name: /^Within 30 min .* 1$/ })).toBeVisible();
  expect(await axe(page, 'the report')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1180, height: 820 });
  expect(await layoutFaults(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.report-sheet h4').first()).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the report has room for revenue of a million @full', async ({ page, server }) => {
    const at = ago(5);
    await aPayment(server, { at, cents: 123_456_789, refundedCents: 12_345_678 });
    await signInAs(page, personas.admin, `/admin/report?month=${dayIn(0, new Date(at)).slice(0, 7)}`);
    const sources = page.locator('.report').getByRole('region', { name: 'Revenue' }).getByRole('row');
    await expect(sources.filter({ hasText: 'One-time payments' })).toContainText(/\$1,111,\d{3}\.\d\d$/);
    expect(await layoutFaults(page)).toEqual([]);
  });
});
