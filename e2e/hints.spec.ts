import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { see } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** Counts a page's reads of the API. */
function readsOf(page: Page): { of: (path: string) => number } {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return { of: (path) => paths.filter((read) => read === path).length };
}

/** Waits until the app has its socket: later changes reach it. */
const live = async (page: Page) => {
  const socket = await page.waitForEvent('websocket');
  expect(new URL(socket.url()).pathname).toBe('/chat');
  return socket;
};

test('the team’s changes appear at once in an open app, and a page behind another reads them when it is shown @full', async ({
  page,
  browser,
  guard,
  server,
}) => {
  const [booking] = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select('b.id')
      .where('u.email', '=', personas.member)
      .where('b.status', '=', 'pending')
      .execute(),
  );
  const id = booking?.id ?? '';
  await signInAs(page, personas.member);
  const isLive = live(page);
  await page.goto(`/bookings/${id}`);
  await expect(page.getByText('Pending').first()).toBeVisible();
  await isLive;
  // The dashboard stays behind the front page.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Recent Bookings')).toBeVisible();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await page.getByRole('tab', { name: /^Pending/ }).click();
  const card = page
    .getByRole('article')
    .or(page.locator('.booking-card'))
    .filter({ hasText: id.slice(0, 8) });
  await expect(card.first()).toBeVisible();
  const reads = readsOf(page);

  const team = await openDevice({ browser, guard, baseURL: server.url });
  await signInAs(team.page, personas.admin, '/admin');
  const answer = await team.page.request.patch(`/api/admin/bookings/${id}/status`, {
    data: { status: 'scheduled' },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await expect(page.getByText('No pending bookings')).toBeVisible();
  await page.getByRole('tab', { name: /^Scheduled/ }).click();
  await expect(card.first()).toBeVisible();
  expect(reads.of('/api/bookings')).toBe(1);
  expect(reads.of(`/api/bookings/${id}`)).toBe(0);

  // The booking's own page was left, and is read when it is opened again.
  await card.first().getByRole('link', { name: 'Details' }).click();
  await expect(page.getByText('Service details').last()).toBeVisible();
  await expect.poll(() => reads.of(`/api/bookings/${id}`)).toBe(1);
  await team.discard();
});

test('a hidden app reads nothing until it is looked at @full', async ({ page, server, browser, guard }) => {
  await signInAs(page, personas.member);
  const isLive = live(page);
  await page.goto('/bookings');
  const socket = await isLive;
  await expect(page.getByRole('tab', { name: /^Pending/ })).toBeVisible();
  const [booking] = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select('b.id')
      .where('u.email', '=', personas.member)
      .where('b.status', '=', 'pending')
      .execute(),
  );
  const team = await openDevice({ browser, guard, baseURL: server.url });
  await signInAs(team.page, personas.admin, '/admin');
  await see(page, 'hidden');
  const reads = readsOf(page);
  const frame = socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => /"changed".*"\/api\/bookings"/.test(String(payload)),
  });
  const answer = await team.page.request.patch(`/api/admin/bookings/${booking?.id}/status`, {
    data: { status: 'scheduled' },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await frame;
  // Any immediate read would be under way by the end of this one.
  await page.evaluate(() => fetch('/api/config').then((read) => read.text()));
  expect(reads.of('/api/bookings')).toBe(0);
  await see(page, 'visible');
  await expect.poll(() => reads.of('/api/bookings')).toBe(1);
  await team.discard();
});
