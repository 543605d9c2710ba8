import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { newestBooking } from './member-bookings.ts';
import type { RunningServer } from './server.ts';
import { bookBy, books, openBooking, openThread, pauseSignIn, send } from './steps.ts';
import { expect, personas, signInAs, signInByHand, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

/** A member's thread with a message that the device has stored; `kept` names the stores with these words. */
async function readOnDevice(page: Page, server: RunningServer) {
  await signInWithWorker(page, personas.member, '/');
  const booking = await newestBooking(server);
  await openBooking(page, booking.id);
  await send(page, 'The key is under the fern.');
  await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
  const kept = async (words: string) => (await findKept(page, words)).found;
  await expect.poll(() => kept('under the fern')).toEqual(['indexedDB hearthkeep-cache/queries']);
  return { booking, kept };
}

test.describe('when the session has ended', () => {
  test.use({ allowed: [/status of 401/] });

  test('a message waits for the same person to sign in, and is delivered then @full', async ({
    page,
    server,
  }) => {
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

  test('read content is deleted from the device; written content stays and waits @full', async ({
    device,
    server,
    guard,
  }) => {
    guard.allow(...networkAway);
    const { page } = device;
    const { booking, kept } = await readOnDevice(page, server);
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
    test(`a phone signed out from another device keeps none of its bookings, and ${next} gets only their own @full`, async ({
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
      const { booking, kept } = await readOnDevice(page, server);

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
  const request = page.waitForRequest('**/api/hours/statement*');
  await page.goto('/profile');
  await request;
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
  await page.getByPlaceholder('Type your message...').fill(`A draft of ${personas.member}`);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
  await expect(question).toContainText('What you began to write has not been sent yet and would be lost.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect((await findKept(page, personas.member)).found).toEqual([]);
  expect(await server.rows((db) => db.selectFrom('sessions').select('user_id').execute())).toEqual([]);
});
