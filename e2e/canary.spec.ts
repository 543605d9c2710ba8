import type { Page, Worker } from 'playwright/test';
import { aPicture } from '../api/testing/builders/photos.ts';
import { openLiveChat, write } from './chat.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { dialogLeft, front, newest, sheet } from './member-bookings.ts';
import { openBooking, send, stretchTimers, toastOf } from './steps.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

/**
 * The browser's line about a read that another tab sends just before it is told of the sign-out, and that the server
 * receives just after. The app shows nothing of it.
 */
const refusedRead = /status of 401/;

test.use({ worker: true });
test.beforeEach(({ guard }) => guard.allow(refusedRead));

const canary = 'kanarienvogel-7Q4Z';
const laterMs = 5000;
const lateMs = 2500;
const chatCall = '**/api/chat';

const composer = (page: Page) => front(page.getByPlaceholder('Type your message...'));

test.describe('after the sign-out', () => {
  test.use({ allowed: networkAway });

  test('content that was written or read is gone from the device, in both tabs and in the worker, at once and 5 s later @full', async ({
    device,
    server,
    network,
    page,
  }) => {
    await signInWithWorker(page, personas.member, '/');
    const [worker] = page.context().serviceWorkers();
    const booking = await newest(server, 'scheduled');
    const done = await newest(server, 'completed');
    const photo = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture({})) };

    const chat = await openLiveChat(page);
    await write(chat, `A chat message: ${canary}`);
    const unsent = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /unsent/.test(key)));
    await expect.poll(unsent).toEqual([]);
    await chat.getByPlaceholder('Type your message...').fill(`A chat draft: ${canary}`);

    await openBooking(page, booking.id);
    await front(page.getByLabel('Add photos')).setInputFiles(photo);
    await expect(front(page.getByRole('list', { name: /of 10 photos$/ })).getByRole('img')).toHaveCount(1);
    await send(page, `A message with a photo: ${canary}`);
    await expect(page.getByText(/Sending…|Waiting for the network/)).toHaveCount(0);
    await openBooking(page, done.id);
    await front(page.getByRole('button', { name: 'Leave Review' })).click();
    await sheet(page).getByText('☆').nth(3).click();
    await sheet(page).getByLabel('Your words').fill(`A review: ${canary}`);

    await page.goto('/services');
    await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
    await sheet(page).getByLabel('Service name').fill(`A request: ${canary}`);
    await page.keyboard.press('Escape');
    await dialogLeft(page);
    await page.getByRole('searchbox').first().fill(canary);
    await page.goto('/profile?tab=preferences');
    await page.getByLabel('Special instructions').fill(`A wish: ${canary}`);

    // Both tabs show the text, and one message cannot be sent on any network.
    const other = await page.context().newPage();
    await openBooking(other, booking.id);
    await expect(other.getByRole('log').getByText(canary)).toBeVisible();
    await openBooking(page, booking.id);
    network.behave('portal', /^\/api\/bookings\/messages$/);
    await device.offline(true);
    await send(page, `An unsent message: ${canary}`);
    await composer(page).fill(`A draft: ${canary}`);
    await device.offline(false);

    const before = await findKept(page, canary);
    expect(before.found).toEqual([
      'indexedDB hearthkeep-cache/queries',
      'indexedDB hearthkeep-outbox/entries',
      expect.stringMatching(/^localStorage hearthkeep-chat-draft:/),
      expect.stringMatching(/^localStorage hearthkeep-draft:.*:[\da-f-]+$/),
      expect.stringMatching(/^localStorage hearthkeep-draft:.*:review /),
      'localStorage hearthkeep-preferences',
      'sessionStorage hearthkeep-drafts',
    ]);
    expect(before.filled).toContain('hearthkeep-photos/photos');

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).last().click();
    const question = page.getByRole('dialog').filter({ hasText: 'Sign out all the same?' });
    await expect(question).toContainText(
      'One message and what you began to write have not been sent yet and would be lost.',
    );
    await question.getByRole('button', { name: 'Sign Out' }).click();
    for (const tab of [page, other]) await landed(tab);
    const places: (Page | Worker)[] = [page, other, worker as Worker];
    expect(await leftIn(places)).toEqual([]);
    // Late answers and sends under way have ended by now.
    await new Promise((resolve) => setTimeout(resolve, laterMs));
    expect(await leftIn(places)).toEqual([]);
  });
});

test('another tab waits for the late answer to the sign-out, and then has nothing either @full', async ({
  network,
  page,
}) => {
  await signInWithWorker(page, personas.member, '/');
  await page.goto('/profile');
  const other = await page.context().newPage();
  // The app gives a read up after 10 s. A slow machine may hold this one for longer.
  await stretchTimers(other, 10_000);
  const late = Promise.withResolvers<void>();
  await other.route(chatCall, (route) => late.promise.then(() => route.continue()));
  const connected = other.waitForEvent('websocket', (socket) => socket.url().includes('/chat'));
  await other.goto('/services');
  await other.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await sheet(other).getByLabel('Service name').fill(`A request: ${canary}`);
  expect((await findKept(other, canary)).found).toEqual(['sessionStorage hearthkeep-drafts']);
  const ended = (await connected).waitForEvent('close');
  let letGo = () => {};
  const isEnded = new Promise<void>((given) => {
    network.holdNextRead('/api/logout', () => {
      given();
      return new Promise((resolve) => {
        letGo = resolve;
      });
    });
  });
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await Promise.all([isEnded, ended]);
  const refused = other.waitForResponse(chatCall);
  late.resolve();
  expect((await refused).status()).toBe(401);
  // Enough time for a tab told by the server to leave for the sign-in page.
  await new Promise((resolve) => setTimeout(resolve, lateMs));
  await expect(sheet(other).getByLabel('Service name')).toHaveValue(`A request: ${canary}`);
  await expect(toastOf(other, 'Unauthorized')).toHaveCount(0);
  letGo();
  for (const tab of [page, other]) await landed(tab);
  expect((await findKept(other, canary)).found).toEqual([]);
  expect(network.navigations).not.toContain('/api/login');
});

/** Stores with personal content alone, which must have no photo and no entry. */
const isPersonal = /^hearthkeep-(outbox|photos|shared)\//;

/** Places of the canary, and stores that should have nothing at all. */
async function leftIn(places: (Page | Worker)[]): Promise<string[]> {
  const kept = await Promise.all(places.map((place) => findKept(place, canary)));
  return kept.flatMap(({ found, filled }) => [...found, ...filled.filter((store) => isPersonal.test(store))]);
}

async function landed(tab: Page): Promise<void> {
  await tab.waitForURL((url) => url.pathname === '/');
  await expect(tab.getByRole('link', { name: 'Member Login' })).toBeVisible();
}
