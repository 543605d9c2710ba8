import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { openMessage } from '../app/pwa/push/worker-messages.ts';
import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import {
  allow,
  expect,
  openAllowed,
  shownBy,
  subscribesAt,
  subscriptions,
  tap,
  test,
  workerOf,
} from './push.ts';
import type { RunningServer } from './server.ts';
import { requestByHand, toastOf } from './steps.ts';
import { personas, signInAs } from './test.ts';

test.use({ worker: true, wholeBrowser: true });

const preferences = '/profile?tab=preferences';
/** A switch that is off on this device. */
const unfilled = 'rgba(0, 0, 0, 0)';
const scheduledOf = (server: RunningServer, email: string) =>
  server.rows(async (db) => {
    const { id } = await db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select('b.id')
      .where('u.email', '=', email)
      .where('b.status', '=', 'scheduled')
      .executeTakeFirstOrThrow();
    return id;
  });

/** A push service's message after the team has answered in the chat. */
const anAnswer = () =>
  JSON.stringify({
    version: 1,
    id: randomUUID(),
    title: 'The team answered you',
    body: 'Open the live chat to read it.',
    href: '/?chat=open',
    tag: 'chat',
  });

test('a member turns notifications on, gets the team’s message, and a tap leads to it in the open app @full', async ({
  device,
  page,
  server,
  guard,
  network,
  pushService,
}) => {
  guard.allow(...networkAway);
  const { browser, worker, deliver } = await openAllowed(page, preferences, server, pushService);
  await expect(page.getByText('Off for this device')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On for this device')).toBeVisible();
  await expect.poll(() => subscriptions(server)).toHaveLength(1);

  const push = page.getByRole('switch', { name: 'Push updates' });
  await expect(push).toBeChecked();
  await expect(push).not.toHaveCSS('background-color', unfilled);
  await push.click();
  await expect(push).not.toBeChecked();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await axe(page, 'the preferences')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);

  const booking = await scheduledOf(server, personas.member);
  const team = await openDevice({ guard, baseURL: server.url, network });
  await signInAs(team.page, personas.admin);
  const words = 'The gate code has changed';
  const sent = await team.page.request.post('/api/bookings/messages', {
    data: { bookingId: booking, message: words },
    headers: { origin: server.url, 'idempotency-key': randomUUID() },
  });
  expect(sent.status()).toBe(200);
  await expect.poll(() => browser.got.length).toBe(1);
  const payload = JSON.stringify(browser.got[0]?.payload);
  expect(payload).not.toContain(words);

  await page.getByLabel('Special instructions').fill('Mind the');
  await deliver(payload);
  const tag = `booking:${booking}`;
  const shown = { title: 'The team wrote to you', tag, href: `/bookings/${booking}` };
  await expect.poll(() => shownBy(worker)).toMatchObject([shown]);
  await deliver(payload);
  await deliver('{"version":1,');
  await deliver('');
  await expect
    .poll(async () => (await shownBy(worker)).map(({ title, href }) => [title, href]).sort())
    .toEqual([
      ['Hearthkeep', '/'],
      ['The team wrote to you', `/bookings/${booking}`],
    ]);

  // The new message was read with the page, and can be shown without a network.
  await expect
    .poll(async () => (await findKept(page, words)).found)
    .toContain('indexedDB hearthkeep-cache/queries');

  await device.offline(true);
  await tap(worker, tag);
  await page.waitForURL(`**/bookings/${booking}`);
  await expect(page.getByRole('log').getByText(words)).toBeVisible();
  await expect.poll(async () => (await shownBy(worker)).map((one) => one.tag)).toEqual(['general']);
  await device.offline(false);
  await page.goBack();
  await expect(page.getByLabel('Special instructions')).toHaveValue('Mind the');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out all the same?' });
  await expect(question).toContainText('What you began to write has not been sent yet and would be lost.');
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect(await subscriptions(server)).toEqual([]);
  expect(await shownBy(worker)).toEqual([]);
  await team.discard();
});

test('a tap on an answer in the chat opens the chat, over any page or dialog @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, deliver } = await openAllowed(page, '/services', server, pushService);
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await page.getByRole('dialog').getByLabel('Service name').fill('Piano');
  await deliver(anAnswer());
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  await tap(worker, 'chat');
  const chat = page.getByRole('dialog', { name: 'Live Support Chat' });
  await expect(chat.getByPlaceholder('Type your message...')).toBeVisible();
  await chat.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Request Custom Service' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Service name')).toHaveValue('Piano');
  await page.goto('/?chat=open');
  await expect(chat).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

/**
 * Asks the page to open an address, as the worker does, in every task until `tasks` after the page; `false` for each
 * that it did not receive.
 */
const askThroughout = (page: Page, href: string, tasks: number) =>
  page.evaluate(
    async ({ data, href, tasks }) => {
      const heard: boolean[] = [];
      const ask = () => {
        const { port1, port2 } = new MessageChannel();
        const at = heard.push(false) - 1;
        port1.onmessage = () => {
          heard[at] = true;
        };
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
      };
      const task = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      ask();
      for (let left = tasks; left > 0; await task()) {
        if (location.pathname !== href) continue;
        ask();
        left -= 1;
      }
      await task();
      return heard;
    },
    { data: openMessage(href), href, tasks },
  );

test('a tap is received at every moment, also during a change of page @full', async ({ page }) => {
  await signInAs(page, personas.member, '/services');
  await expect.poll(() => askThroughout(page, '/services', 1)).not.toContain(false);
  expect(await askThroughout(page, '/billing', 200)).not.toContain(false);
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
});

test('notifications of one person disappear when another signs in @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, deliver } = await openAllowed(page, preferences, server, pushService);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On for this device')).toBeVisible();
  await deliver(anAnswer());
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  await signInAs(page, personas.newcomer, preferences);
  await expect(page.getByText('Off for this device')).toBeVisible();
  await expect.poll(() => shownBy(worker)).toEqual([]);
});

test('preferences from before push show it as on, and change as shown @full', async ({ page }) => {
  await page.route('**/api/preferences', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const all = Object.entries(await answer.json()).filter(([name]) => !name.endsWith('Push'));
    await route.fulfill({ response: answer, json: Object.fromEntries(all) });
  });
  await signInAs(page, personas.member, preferences);
  const push = page.getByRole('switch', { name: 'Push updates' });
  await expect(push).toBeChecked();
  await push.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(push).not.toBeChecked();
  const chosen = await page.request.get('/api/preferences');
  expect(await chosen.json()).toMatchObject({ bookingUpdatesPush: false, teamMessagesPush: true });
});

test('a person who has booked is asked once, and not before @full', async ({ page, server, pushService }) => {
  await subscribesAt(page.context(), pushService);
  await allow(page, server);
  await signInAs(page, personas.newcomer, '/bookings');
  const offer = page.getByRole('region', { name: 'Know when it is scheduled' });
  await expect(
    page.getByText('No bookings yet').or(page.getByText('Book New Service')).first(),
  ).toBeVisible();
  await expect(offer).toHaveCount(0);
  await requestByHand(page);
  await page.goto('/bookings');
  await expect(offer).toBeVisible();
  expect(await axe(page, 'the offer')).toEqual([]);
  await offer.getByRole('button', { name: 'Notify me' }).click();
  await expect(toastOf(page, 'Notifications are on')).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await subscriptions(server)).toHaveLength(1);
  await page.reload();
  await expect(page.getByText('Piano tuning').first()).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test.describe('the limits of this device are shown, with the way to change them', () => {
  const asIf = (permission: string) => (page: Page) =>
    page.addInitScript((value) => {
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => value });
    }, permission);
  const onIphone = (page: Page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager');
      Object.defineProperty(navigator, 'standalone', { configurable: true, get: () => false });
    });
  const inNoBrowser = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  for (const [name, before, title, way, button] of [
    ['never asked', asIf('default'), 'Off for this device', 'your browser asks whether it may', 'Turn on'],
    ['blocked', asIf('denied'), 'Blocked on this device', 'Allow notifications in the settings', null],
    ['an iPhone’s browser', onIphone, 'In the installed app', 'Add to Home Screen', 'Show me how'],
    ['none at all', inNoBrowser, 'Not in this browser', 'Another browser or device may', null],
  ] as const) {
    test(`${name} @full`, async ({ page }) => {
      await before(page);
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', {
          get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1',
        }),
      );
      await signInAs(page, personas.member, preferences);
      const device = page.getByRole('status').filter({ hasText: title });
      await expect(device).toContainText(way);
      for (const choice of ['Turn on', 'Turn off', 'Show me how'])
        await expect(page.getByRole('button', { name: choice })).toHaveCount(choice === button ? 1 : 0);
      // The choices belong to the person, and apply to their other devices.
      await expect(page.getByRole('switch')).toHaveCount(3);
      await expect(page.getByRole('checkbox')).toHaveCount(3);
      const push = page.getByRole('switch', { name: 'Push updates' });
      await expect(push).toBeChecked();
      await expect(push).toHaveCSS('background-color', unfilled);
      await expect(push).toHaveAccessibleDescription(new RegExp(title));
      expect(await axe(page, name)).toEqual([]);
      expect(await layoutFaults(page)).toEqual([]);
    });
  }
});

test('an absent push service leaves everything unchanged, and the page says so @full', async ({
  page,
  server,
}) => {
  await page.addInitScript(() =>
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: () => Promise.reject(new DOMException('push service not available', 'AbortError')),
    }),
  );
  await allow(page, server);
  await signInAs(page, personas.member, preferences);
  await workerOf(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(toastOf(page, 'Nothing has changed', 'destructive')).toBeVisible();
  await expect(page.getByText('Off for this device')).toBeVisible();
  expect(await subscriptions(server)).toEqual([]);
});
