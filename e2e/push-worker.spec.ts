import { randomUUID } from 'node:crypto';
import type { Worker } from 'playwright/test';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import { countShows, expect, openTurnedOn, shownBy, subscriptions, tap, test } from './push.ts';
import { personas, signInAs } from './test.ts';

test.use({ worker: true, wholeBrowser: true });

const good = (change: object = {}) => ({
  version: 1,
  id: randomUUID(),
  title: 'Your booking is scheduled',
  body: 'Gutter cleaning',
  href: '/bookings',
  tag: 'booking:1',
  ...change,
});
const general = { title: 'Hearthkeep', tag: 'general', href: '/' };

test('exactly one notification is shown for every push message, also an invalid one @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, push, deliver } = await openTurnedOn(page, server, pushService);
  const malformed = [
    '',
    ' ',
    'Hello',
    '\u0000\u0001',
    '{"version":1,',
    'null',
    '[]',
    '7',
    '"Hello"',
    '{}',
    ...[
      { version: 2 },
      { version: '1' },
      { id: 7 },
      { title: '' },
      { title: null },
      { body: {} },
      { href: 'https://elsewhere.example/' },
      { href: '//elsewhere.example' },
      { href: 'javascript:alert(1)' },
      { tag: '' },
      { tag: [] },
      { person: 7 },
    ].map((change) => JSON.stringify(good(change))),
  ];
  for (const data of malformed) {
    const shows = await countShows(worker);
    await deliver(data);
    expect(await shows(), data).toBe(1);
    expect([data, await shownBy(worker)]).toMatchObject([data, [general]]);
  }
  const shows = await countShows(worker);
  // All at once.
  await Promise.all(malformed.map(push));
  await expect.poll(shows).toBe(malformed.length);
  expect(await shownBy(worker)).toMatchObject([general]);
});

/** Records opened windows: a browser opens them only after a person's tap. */
async function openedBy(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const opened: string[] = [];
    Object.assign(scope, { opened });
    Object.assign(scope.clients, { openWindow: async (href: string) => void opened.push(href) });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

test('a tap continues in the open app, and opens it otherwise @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, deliver } = await openTurnedOn(page, server, pushService);
  const opened = await openedBy(worker);
  const notify = async (href: string) => {
    await deliver(JSON.stringify(good({ href })));
    await expect.poll(() => shownBy(worker)).toMatchObject([{ href }]);
    await tap(worker, 'booking:1');
    await expect.poll(() => shownBy(worker)).toEqual([]);
  };
  await notify('/billing');
  await page.waitForURL('**/billing');
  // A page of the server itself is not the app, although it has its address, and stays open.
  await notify('/api/logout');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/sandbox/mailbox');
  await notify('/bookings');
  await expect.poll(opened).toEqual(['/bookings']);
  expect(new URL(page.url()).pathname).toBe('/sandbox/mailbox');
  // The app does not listen, like one that has not begun yet or hangs.
  await page.goto('/services');
  await expect(page.getByRole('heading', { name: 'Services' }).first()).toBeVisible();
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener('message', (event) => event.stopImmediatePropagation(), true),
  );
  await notify('/billing');
  await page.waitForURL('**/billing');
  expect(await opened()).toHaveLength(1);
});

/** The worker's badge on the app's icon. */
async function badgeOf(worker: Worker): Promise<() => Promise<number | undefined>> {
  await worker.evaluate(() =>
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void Object.assign(globalThis, { badge: count }),
    }),
  );
  return () => worker.evaluate(() => (globalThis as unknown as { badge?: number }).badge);
}

test('a notification about a visible booking is shown and removed; a waiting one is removed when the booking is opened @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, deliver } = await openTurnedOn(page, server, pushService);
  const badge = await badgeOf(worker);
  const { id } = await newest(server, 'scheduled');
  const payload = JSON.stringify(good({ href: `/bookings/${id}`, tag: `booking:${id}` }));
  const other = JSON.stringify(good({ href: '/bookings/another', tag: 'booking:another' }));
  await deliver(payload);
  await deliver(other);
  await expect.poll(async () => (await shownBy(worker)).length).toBe(2);
  await expect.poll(badge).toBe(2);
  await page.goto(`/bookings/${id}`);
  await expect(page.getByRole('log')).toBeVisible();
  await expect.poll(() => shownBy(worker)).toMatchObject([{ tag: 'booking:another' }]);
  const shows = await countShows(worker);
  await deliver(payload);
  expect(await shows()).toBe(1);
  await expect.poll(() => shownBy(worker)).toEqual([]);
  await expect.poll(badge).toBe(0);
  await deliver(other);
  await expect.poll(() => shownBy(worker)).toMatchObject([{ tag: 'booking:another' }]);
});

test('a notification stays while its booking’s page shows an older copy, until the new content is read @full', async ({
  device,
  page,
  server,
  guard,
  pushService,
}) => {
  guard.allow(...networkAway);
  const { worker, deliver } = await openTurnedOn(page, server, pushService);
  const booking = await newest(server, 'scheduled');
  const tag = `booking:${booking.id}`;
  await page.goto(`/bookings/${booking.id}`);
  await expect(page.getByRole('log')).toBeVisible();
  await page.goto('/bookings');
  const card = front(page.getByRole('region', { name: `${booking.name}, ${booking.id.slice(0, 8)}` }));
  await expect(card).toBeVisible();
  await device.offline(true);
  await deliver(JSON.stringify(good({ href: `/bookings/${booking.id}`, tag })));
  await expect.poll(() => shownBy(worker)).toMatchObject([{ tag }]);
  await card.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.locator('.strip').filter({ visible: true })).toContainText('Offline');
  expect(await shownBy(worker)).toMatchObject([{ tag }]);
  await device.offline(false);
  await expect.poll(() => shownBy(worker)).toEqual([]);
});

test('a late notification for one person is not shown to the next, nor after the sign-out @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker, deliver } = await openTurnedOn(page, server, pushService);
  const answer = await page.request.get('/api/auth/user');
  const { id: person } = await answer.json();
  const late = JSON.stringify(good({ person }));
  await deliver(late);
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: 'Your booking is scheduled' }]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect(await shownBy(worker)).toEqual([]);
  await deliver(late);
  await expect.poll(() => shownBy(worker)).toMatchObject([general]);
  await signInAs(page, personas.newcomer, '/profile?tab=preferences');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On for this device')).toBeVisible();
  const shows = await countShows(worker);
  await deliver(late);
  expect(await shows()).toBe(1);
  await expect.poll(() => shownBy(worker)).toMatchObject([general]);
});

test('a changed subscription is stored for its person, and for nobody after a sign-out @full', async ({
  page,
  server,
  pushService,
}) => {
  const { worker } = await openTurnedOn(page, server, pushService);
  const endpoints = () =>
    server.rows(async (db) =>
      (await db.selectFrom('push_subscriptions').select('endpoint').execute()).map(
        ({ endpoint }) => endpoint,
      ),
    );
  /**
   * Reports a changed subscription as the browser does: with the new one, or without it, so that one must be requested.
   */
  const change = (given: object, isGiven: boolean) =>
    worker.evaluate(
      async ([subscription, comes]) => {
        const scope = globalThis as unknown as ServiceWorkerGlobalScope;
        const made = { ...subscription, toJSON: () => subscription };
        Object.assign(scope.registration.pushManager, { subscribe: async () => made });
        const event = new ExtendableEvent('pushsubscriptionchange');
        Object.assign(event, { newSubscription: comes ? made : null });
        scope.dispatchEvent(event);
      },
      [given, isGiven] as const,
    );
  for (const isGiven of [true, false]) {
    const { endpoint, keys } = pushService.browser().subscription('');
    await change({ endpoint, keys }, isGiven);
    await expect.poll(endpoints).toEqual([endpoint]);
  }
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  const response = page.context().waitForEvent('response', (answer) => answer.url().includes('/api/push'));
  const { endpoint, keys } = pushService.browser().subscription('');
  await change({ endpoint, keys }, true);
  expect((await response).status()).toBe(401);
  expect(await subscriptions(server)).toEqual([]);
});
