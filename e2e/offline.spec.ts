import { workerReady } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { button, front, newest, newestBooking } from './member-bookings.ts';
import { openBooking, openThread, send, tellOnline, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

test.describe('on a network that loses an answer', () => {
  test.use({ allowed: networkAway });

  test('a message stored by a server that then stopped, unanswered, is stored once @full', async ({
    page,
    server,
    network,
  }) => {
    await signInAs(page, personas.member);
    const booking = await newestBooking(server);
    await openThread(page, booking.id);

    const lost = network.loseNextAnswer('/api/bookings/messages', () => server.kill());
    await send(page, 'The key is with the neighbour.');
    await lost;
    await expect(page.getByText('Waiting for the network')).toBeVisible();
    const stored = () =>
      server.rows((db) =>
        db
          .selectFrom('messages')
          .select('id')
          .where('message', '=', 'The key is with the neighbour.')
          .execute(),
      );
    expect(await stored()).toHaveLength(1);

    await server.start();
    await tellOnline(page);
    await expect(page.getByText('Waiting for the network')).toHaveCount(0);
    await expect(page.getByRole('log').getByText('The key is with the neighbour.')).toHaveCount(1);
    expect(await stored()).toHaveLength(1);
  });
});

test('an app whose worker does not arrive works without it, and gets it with the network @full', async ({
  page,
  network,
  guard,
}) => {
  guard.allow(...networkAway, /error occurred when fetching the script/);
  const lost = network.loseNextRead('/sw.js', async () => {
    await expect(page.locator('.service-card').first()).toBeVisible();
    await network.down();
  });
  await signInAs(page, personas.member, '/services');
  await lost;
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible();
  await network.up();
  await page.context().setOffline(false);
  await workerReady(page);
});

test('code lost by the network does not take the page away @full', async ({ page, guard }) => {
  guard.allow(...networkAway, /splash-/);
  // Without a worker, which would have the code, as on the first visit.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.route(/\/assets\/splash-/, (route) => route.abort('connectionreset'));
  const answer = page.waitForResponse((answer) => answer.request().method() === 'HEAD');
  await signInAs(page, personas.member, '/services');
  const search = page.getByRole('searchbox').first();
  await search.fill('gutter');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  expect((await answer).status()).toBe(200);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  await expect(search).toHaveValue('gutter');
});

test.describe('without a network', () => {
  test.use({ allowed: networkAway });

  test('a booking seen only in the list is shown in its present state, and outdated actions are not offered @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'pending');
    await openBooking(page, id);
    await expect(front(page.locator('.badge'))).toHaveText('Pending');
    await expect(button(page, 'Cancel Booking')).toBeVisible();
    await page.goto('about:blank');
    await server.rows((db) =>
      db.updateTable('bookings').set({ status: 'scheduled' }).where('id', '=', id).execute(),
    );
    await page.goto('/bookings');
    const card = front(page.locator('.booking-card').filter({ hasText: id.slice(0, 8) }));
    await expect(card.locator('.badge')).toHaveText('Scheduled');
    await device.offline(true);
    await openBooking(page, id);
    await expect(front(page.getByText(/^Moving or cancelling needs the network once/))).toBeVisible();
    await expect(front(page.locator('.badge'))).toHaveText('Scheduled');
    await expect(page.getByRole('button', { name: 'Cancel Booking' })).toHaveCount(0);
  });

  test('the installed app has the next visits with their messages, also if they were never opened @full', async ({
    device,
    server,
  }) => {
    const page = device.page;
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { configurable: true, get: () => true }),
    );
    await signInWithWorker(page, personas.member, '/');
    const { id } = await newest(server, 'scheduled');
    await expect
      .poll(async () => (await findKept(page, `"${id}","messages"`)).found)
      .toEqual(['indexedDB hearthkeep-cache/queries']);
    await device.offline(true);
    await openThread(page, id);
    await expect(button(page, 'Cancel Booking')).toBeVisible();
    await expect(page.getByText('Earlier messages are not on this device.')).toHaveCount(0);
  });

  test('signing out ends nothing and removes nothing @full', async ({ device, server }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const booking = await newestBooking(server);
    await openThread(page, booking.id);
    await page.goto('/profile');
    await device.offline(true);
    await page.getByRole('button', { name: 'Sign Out' }).last().click();
    await expect(page.getByText('You are still signed in')).toBeVisible();
    await openThread(page, booking.id);
  });
});

test.describe('after changes by others', () => {
  test.use({ allowed: [/status of 404|net::ERR_/] });

  test('a refused message shows the reason, and can be retried and discarded @full', async ({
    device,
    server,
    network,
  }) => {
    const page = device.page;
    await signInWithWorker(page, personas.member, '/');
    const booking = await newestBooking(server);
    await openThread(page, booking.id);
    const owner = await server.rows(async (db) => {
      const { user_id } = await db
        .selectFrom('bookings')
        .select('user_id')
        .where('id', '=', booking.id)
        .executeTakeFirstOrThrow();
      const other = await db
        .selectFrom('users')
        .select('id')
        .where('id', '!=', user_id)
        .executeTakeFirstOrThrow();
      return { mine: user_id, other: other.id };
    });
    const give = (to: string) =>
      server.rows((db) =>
        db.updateTable('bookings').set({ user_id: to }).where('id', '=', booking.id).execute(),
      );
    await device.offline(true);
    await send(page, 'Too late.');
    await give(owner.other);
    // Only the send may get the answer that it is gone: a page that reads it shows 'Booking not found' and no thread.
    network.behave('silence', new RegExp(`^/api/bookings/${booking.id}`));
    await device.offline(false);
    await expect(page.getByText('Not sent: Booking not found')).toBeVisible();
    await give(owner.mine);
    network.behave(null);
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(page.getByText('Not sent')).toHaveCount(0);
    await expect(front(page.getByRole('log'))).toBeFocused();
    await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
    // Shown from storage at once, and read again; only the send must find that it is gone.
    const reads = [`/api/bookings/${booking.id}`, `/api/bookings/${booking.id}/messages`].map((path) =>
      page.waitForResponse((answer) => new URL(answer.url()).pathname === path),
    );
    await openBooking(page, booking.id);
    await Promise.all(reads);
    await expect(page.getByRole('log').getByText('Too late.')).toBeVisible();
    await give(owner.other);
    await send(page, 'And this one never.');
    await expect(toastOf(page, 'Failed to send message', 'destructive')).toContainText('Booking not found');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByText('And this one never.')).toHaveCount(0);
    await expect(front(page.getByRole('log'))).toBeFocused();
    const stored = await server.rows((db) =>
      db
        .selectFrom('messages')
        .select('message')
        .where('booking_id', '=', booking.id)
        .where('client_id', 'is not', null)
        .execute(),
    );
    expect(stored).toEqual([{ message: 'Too late.' }]);
  });
});
