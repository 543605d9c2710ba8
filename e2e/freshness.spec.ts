import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { findKept } from './device-storage.ts';
import { networkAway } from './guard.ts';
import { front, newest } from './member-bookings.ts';
import { test as pushTest, workerOf } from './push.ts';
import type { RunningServer } from './server.ts';
import { openBooking, openThread, see } from './steps.ts';
import { expect, personas, signInAs, signInWithWorker, test } from './test.ts';

test.use({ worker: true, wholeBrowser: true });

const strip = (page: Page) => page.locator('.strip').filter({ visible: true });

/** Counts a page's further reads of the API, by path. */
function readsOf(page: Page): (path: string) => number {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return (path) => paths.filter((read) => read === path).length;
}

/** Sets a status as the team does, past every open page. */
const setStatus = (server: RunningServer, id: string, status: 'in_progress' | 'completed') =>
  server.rows((db) => db.updateTable('bookings').set({ status }).where('id', '=', id).execute());

/** A card's place and its page's scroll position, and the parts that moved by themselves since the last look. */
const layoutOf = (page: Page, text: string) =>
  page.evaluate(async (of) => {
    const cards = [...document.querySelectorAll('.booking-card')];
    const card = cards.find((one) => one.textContent?.includes(of) && one.checkVisibility());
    const content = card?.closest('ion-content') as
      | { getScrollElement?(): Promise<Element> }
      | null
      | undefined;
    const watch = globalThis as unknown as { moved?: string[] };
    const moved = watch.moved ?? [];
    watch.moved = [];
    const scroller = await content?.getScrollElement?.();
    return { top: card?.getBoundingClientRect().top, scrolled: scroller?.scrollTop, moved };
  }, text);

const watchLayout = (page: Page) =>
  page.addInitScript(() => {
    const watch = globalThis as unknown as { moved?: string[] };
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      const nodes = list.getEntries().flatMap((entry) => (entry as Shift).sources.map(({ node }) => node));
      const elements = nodes.map((node) => (node instanceof Element ? node : node?.parentElement));
      // A badge may change its text, which moves the id beside it, and a row of buttons its content.
      const pushed = elements.filter((element) => element && !element.closest('.badge, .row-id, .buttons'));
      watch.moved = [...(watch.moved ?? []), ...pushed.map((element) => String(element?.className))];
    }).observe({ type: 'layout-shift' });
  });

/** Prevents every socket, as a proxy on the way may do. */
const refuseSockets = (page: Page) => page.routeWebSocket(/\/chat/, (socket) => socket.close({ code: 1011 }));

test('coming back reads the visible content once, whatever the cause, and only changed parts move @full', async ({
  page,
  server,
}) => {
  await page.clock.install();
  // So low that the list scrolls.
  await page.setViewportSize({ width: 390, height: 500 });
  await watchLayout(page);
  await refuseSockets(page);
  await signInWithWorker(page, personas.member, '/bookings');
  const { id, name } = await newest(server, 'scheduled');
  const card = front(page.locator('.booking-card').filter({ hasText: id.slice(0, 8) }));
  await expect(card).toContainText('Scheduled');
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.clock.runFor(15_000);
  const before = await layoutOf(page, id.slice(0, 8));
  expect(before.scrolled, name).toBeGreaterThan(0);

  const reads = readsOf(page);
  await see(page, 'hidden');
  await setStatus(server, id, 'in_progress');
  await page.clock.runFor(60_000);
  expect(reads('/api/bookings')).toBe(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('focus'));
  });
  await expect(card).toContainText('In Progress');
  await page.clock.runFor(5000);
  expect(reads('/api/bookings')).toBe(1);
  expect(await layoutOf(page, id.slice(0, 8))).toEqual({ ...before, moved: [] });
});

test.describe('when the network returns', () => {
  test.use({ allowed: networkAway });

  test('visible content is updated without a jump, hidden content only once it is looked at @full', async ({
    device,
    page,
    server,
  }) => {
    await watchLayout(page);
    await refuseSockets(page);
    await signInWithWorker(page, personas.member, '/bookings');
    const { id } = await newest(server, 'scheduled');
    const card = front(page.locator('.booking-card').filter({ hasText: id.slice(0, 8) }));
    await expect(card).toContainText('Scheduled');
    await layoutOf(page, id.slice(0, 8));
    const before = await layoutOf(page, id.slice(0, 8));
    await device.offline(true);
    await expect(strip(page)).toContainText(/^Offline · as of /);
    expect(await layoutOf(page, id.slice(0, 8))).toEqual({ ...before, moved: [] });

    const reads = readsOf(page);
    await see(page, 'hidden');
    await setStatus(server, id, 'in_progress');
    await device.offline(false);
    await expect(strip(page)).toHaveCount(0);
    // Any immediate read would be under way by the end of this one.
    await page.evaluate(() => fetch('/api/config').then((read) => read.text()));
    expect(reads('/api/bookings')).toBe(0);
    await see(page, 'visible');
    await expect(card).toContainText('In Progress');
    expect(reads('/api/bookings')).toBe(1);
    expect(await layoutOf(page, id.slice(0, 8))).toEqual({ ...before, moved: [] });
  });
});

/** A push service's message about a booking. */
const pushOf = (bookingId: string) =>
  JSON.stringify({
    version: 1,
    id: randomUUID(),
    title: 'Your visit has begun',
    body: 'Lawn mowing',
    href: `/bookings/${bookingId}`,
    tag: `booking:${bookingId}`,
  });

pushTest.describe('after a push', () => {
  pushTest.use({ allowed: networkAway });

  pushTest(
    'a booking is as it is now when it is opened without a network, in an app that was closed and in one that was out of sight @full',
    async ({ device, page, server, browser, guard }) => {
      await page.context().grantPermissions(['notifications'], { origin: server.url });
      await refuseSockets(page);
      await signInAs(page, personas.member, '/');
      const { worker, deliver } = await workerOf(page);
      const booking = await newest(server, 'scheduled');
      const words = 'We have begun.';
      await openThread(page, booking.id);

      await page.goto('about:blank');
      const team = await openDevice({ browser, guard, baseURL: server.url });
      await signInAs(team.page, personas.admin);
      const say = async (message: string) => {
        const sent = await team.page.request.post('/api/bookings/messages', {
          data: { bookingId: booking.id, message },
          headers: { origin: server.url, 'idempotency-key': randomUUID() },
        });
        expect(sent.status()).toBe(200);
      };
      await say(words);
      await setStatus(server, booking.id, 'in_progress');
      await deliver(pushOf(booking.id));
      const stored = async (text: string) => (await findKept(worker, text)).found;
      await expect.poll(() => stored(words)).toEqual(['indexedDB hearthkeep-cache/queries']);
      await device.offline(true);
      await openBooking(page, booking.id);
      await expect(front(page.locator('.badge'))).toHaveText('In Progress');
      await expect(page.getByRole('log').getByText(words)).toBeVisible();

      await device.offline(false);
      await expect(strip(page)).toHaveCount(0);
      await see(page, 'hidden');
      await say('And are done.');
      await setStatus(server, booking.id, 'completed');
      await deliver(pushOf(booking.id));
      await expect.poll(() => stored('And are done.')).not.toEqual([]);
      await device.offline(true);
      await see(page, 'visible');
      await expect(front(page.locator('.badge'))).toHaveText('Completed');
      await expect(page.getByRole('log').getByText('And are done.')).toBeVisible();
      await team.discard();
    },
  );
});
