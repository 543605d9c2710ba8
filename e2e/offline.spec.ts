import { openDevice, workerReady } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { button, front, newest } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { bookBy, books, openBooking, openThread, pauseSignIn, send, tellOnline, toastOf } from './steps.ts';
import { expect, personas, signInAs, signInByHand, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

const newestBooking = (server: RunningServer) =>
  server.rows((db) =>
    db.selectFrom('bookings').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  );

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
  const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD');
  await signInAs(page, personas.member, '/services');
  const search = page.getByRole('searchbox').first();
  await search.fill('gutter');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  expect((await asked).status()).toBe(200);
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

  test('the installed app has the next visits whole, also those that were never opened @full', async ({
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
    await device.offline(false);
    await expect(page.getByText('Not sent: Booking not found')).toBeVisible();
    await give(owner.mine);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Not sent')).toHaveCount(0);
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
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('And this one never.')).toHaveCount(0);
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

test.describe('when the session has ended', () => {
  test.use({ allowed: [/status of 401/] });

  test('a message waits for the same person to sign in, and is delivered then', async ({ page, server }) => {
    await signInAs(page, personas.member);
    const booking = await newestBooking(server);
    await openThread(page, booking.id);
    const goOn = await pauseSignIn(page);
    await server.rows((db) => db.deleteFrom('sessions').execute());
    await send(page, 'The bell is broken.');
    await expect(page.getByText('You are logged out. Logging in again...')).toBeVisible();
    goOn();
    await page.getByRole('button', { name: personas.member }).click();
    await page.waitForURL((url) => url.pathname === `/bookings/${booking.id}`);
    await expect(page.getByRole('log').getByText('The bell is broken.')).toBeVisible();
    await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
    const stored = await server.rows((db) =>
      db.selectFrom('messages').select('id').where('message', '=', 'The bell is broken.').execute(),
    );
    expect(stored).toHaveLength(1);
  });

  test('read content is deleted from the device; written content stays and waits', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(...networkAway);
    const { page } = device;
    await signInWithWorker(page, personas.member, '/');
    const booking = await newestBooking(server);
    await openBooking(page, booking.id);
    await send(page, 'The key is under the fern.');
    await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
    const kept = async (words: string) => (await findKept(page, words)).found;
    await expect.poll(() => kept('under the fern')).toEqual(['indexedDB hearthkeep-cache/queries']);
    await server.rows((db) => db.deleteFrom('sessions').execute());
    await send(page, 'The bell is broken.');
    // The app spends time on this on its way to the sign-in.
    await page.getByRole('button', { name: personas.member }).waitFor();
    expect(await kept('under the fern')).toEqual([]);
    expect(await kept('bell is broken')).toEqual(['indexedDB hearthkeep-outbox/entries']);
    await device.offline(true);
    await page.goto(`/bookings/${booking.id}`);
    await expect(page.getByText('Offline').first()).toBeVisible();
    await expect(page.getByText('under the fern')).toHaveCount(0);
    await device.offline(false);
    await page.goto('/bookings');
    await page.getByRole('button', { name: personas.member }).click();
    await page.waitForURL((url) => url.pathname === '/bookings');
    await openBooking(page, booking.id);
    await expect(page.getByRole('log').getByText('The bell is broken.')).toBeVisible();
    await expect(page.getByRole('log').getByText('under the fern')).toBeVisible();
  });

  for (const next of ['the same person', 'another person'] as const)
    test(`a phone signed out from another device keeps none of its bookings, and ${next} gets only their own${next === 'another person' ? '' : ' @full'}`, async ({
      browser,
      device,
      server,
      network,
      guard,
    }) => {
      guard.allow(...networkAway);
      const { page } = device;
      const desk = await openDevice({ browser, guard, baseURL: server.url });
      await signInAs(desk.page, personas.member, '/profile?tab=profile');
      await signInWithWorker(page, personas.member, '/');
      const booking = await newestBooking(server);
      await openBooking(page, booking.id);
      await send(page, 'The key is under the fern.');
      await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
      const kept = async (words: string) => (await findKept(page, words)).found;
      await expect.poll(() => kept('under the fern')).toEqual(['indexedDB hearthkeep-cache/queries']);

      await device.offline(true);
      await send(page, 'The bell is broken.');
      await page.getByPlaceholder('Type your message...').filter({ visible: true }).fill('And the gate');
      await network.up();
      await desk.page.goto('/profile?tab=profile');
      await desk.page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await desk.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await expect(desk.page.getByRole('link', { name: 'Member Login' })).toBeVisible();
      await network.down();
      await desk.discard();
      // No call was answered 401 yet, so stored content is shown.
      await page.goto(`/bookings/${booking.id}`);
      await expect(page.getByRole('log').getByText('under the fern')).toBeVisible();

      await device.offline(false);
      await page.getByRole('button', { name: personas.member }).waitFor();
      await device.offline(true);
      for (const path of [`/bookings/${booking.id}`, '/bookings', '/']) {
        await page.goto(path);
        await expect(page.locator('#root')).not.toBeEmpty();
        await expect(page.getByText(/under the fern|bell is broken|And the gate/)).toHaveCount(0);
      }
      expect(await kept('under the fern')).toEqual([]);
      expect(await kept(booking.id)).toEqual([
        'indexedDB hearthkeep-outbox/entries',
        expect.stringMatching(/^localStorage hearthkeep-draft:/),
      ]);

      await device.offline(false);
      if (next === 'the same person') {
        await signInAs(page, personas.member, `/bookings/${booking.id}`);
        await expect(page.getByRole('log').getByText('The bell is broken.')).toBeVisible();
        await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
        await expect(page.getByPlaceholder('Type your message...')).toHaveValue('And the gate');
      } else {
        await signInAs(page, personas.newcomer, '/bookings');
        // Written messages are never lost: they wait for their writer, and nobody else sees them.
        await expect.poll(() => kept(booking.id)).toEqual(['indexedDB hearthkeep-outbox/entries']);
        await expect(page.getByText('The bell is broken.')).toHaveCount(0);
      }
      const stored = await server.rows((db) =>
        db.selectFrom('messages').select('id').where('message', '=', 'The bell is broken.').execute(),
      );
      expect(stored).toHaveLength(next === 'the same person' ? 1 : 0);
    });

  test('a tab of one person becomes that of the person who signed in beside it @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.member, '/services');
    // The page navigates by itself, which would cancel a navigation of the test.
    const startedAgain = page.waitForEvent('load');
    await signInByHand(await page.context().newPage(), personas.newcomer);
    await startedAgain;
    await bookBy(page, 'Book with Subscription');
    await expect(page.getByRole('dialog').getByLabel('Full name')).toHaveValue('Noah Tran');
    const { bookings } = await books(server, personas.newcomer);
    expect(bookings).toEqual([]);
  });
});

test('signing out waits for reads under way, and reports no ended session @full', async ({ page }) => {
  await signInAs(page, personas.member, '/');
  const held: (() => void)[] = [];
  await page.route('**/api/hours/statement*', async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/hours/statement*');
  await page.goto('/profile');
  await asked;
  const read = page.waitForResponse('**/api/hours/statement*');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  // The button reacts to the tap.
  await expect(page.getByRole('button', { name: 'Signing Out…' }).last()).toHaveAttribute(
    'aria-busy',
    'true',
  );
  for (const go of held) go();
  expect((await read).status()).toBe(200);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
});

test('signing out leaves nothing of the person on the device @full', async ({ device, server }) => {
  const page = device.page;
  await signInWithWorker(page, personas.member, '/');
  const booking = await newestBooking(server);
  await openBooking(page, booking.id);
  await page.getByPlaceholder('Type your message...').fill('canary draft');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
  await expect(question).toContainText('What you began to write has not been sent yet and would be lost.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  const left = await page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(JSON.stringify(all));
      }
      db.close();
    }
    return found.join('\n');
  });
  expect(left).not.toContain('canary draft');
  expect(left).not.toContain(personas.member);
  expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
});
