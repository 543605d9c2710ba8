import type { Page } from 'playwright/test';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import {
  bookBy,
  cards,
  fillPlanDetails,
  find,
  openBooking,
  pay,
  send,
  submit,
  tellOnline,
  toCheckout,
} from './steps.ts';
import { expect, personas, signInByHand, test } from './test.ts';

test.use({ motion: true, worker: true });

const waiting = (page: Page) => page.getByText(/Waiting for the network|Sending…|messages? waiting/);

/** The member's bookings of these services, newest first of each. */
const newestOf = (server: RunningServer, service: string) =>
  server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('services as s', 's.id', 'b.service_id')
      .select(['b.id', 'b.payment_type', 'b.price_cents'])
      .where('u.email', '=', personas.member)
      .where('s.name', '=', service)
      .orderBy('b.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );

test.describe('on a network that comes and goes', () => {
  test.use({ allowed: networkAway, closesBrowser: true });

  test('a member books with a card and with plan hours, writes offline through a reload, a second tab, a closed browser and a killed server, and every message is stored once and in order', async ({
    device,
    server,
    network,
  }) => {
    let page = device.page;
    await signInByHand(page, personas.member, '/');
    await workerReady(page);

    await toCheckout(page);
    await pay(page, cards.good);
    await page.waitForURL((url) => url.pathname === '/bookings');
    await find(page, 'Gutter cleaning');
    await bookBy(page, 'Book with Subscription');
    await fillPlanDetails(page);
    await submit(page);
    await page.waitForURL((url) => url.pathname.startsWith('/bookings'));
    const byCard = await newestOf(server, 'House and bathroom cleaning');
    const byPlan = await newestOf(server, 'Gutter cleaning');
    expect(byCard).toMatchObject({ payment_type: 'one_time', price_cents: 18_900 });
    expect(byPlan).toMatchObject({ payment_type: 'subscription' });

    for (const { id } of [byPlan, byCard]) {
      await openBooking(page, id);
      await expect(page.getByText('No messages yet')).toBeVisible();
    }

    await device.offline(true);
    await page.reload();
    await expect(page.getByText(/^Offline/).last()).toBeVisible();
    await expect(page.getByText('12 Banksia Street', { exact: false }).first()).toBeVisible();
    await send(page, 'One: the side gate is open.');
    await expect(page.getByText('Waiting for the network').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('log').getByText('One: the side gate is open.')).toBeVisible();
    await send(page, 'Two: the dog is friendly.');

    const other = await page.context().newPage();
    await other.goto('/');
    const actions = other.getByRole('region', { name: 'Quick Actions' });
    await expect(actions.getByRole('link', { name: 'Call Concierge' })).toHaveAttribute('href', /^tel:/);
    await expect(other.getByText(/^Offline · as of/)).toBeVisible();
    await openBooking(other, byPlan.id);
    await send(other, 'Three: please bring a ladder.');
    await openBooking(page, byPlan.id);
    await expect(page.getByRole('log').getByText('Three: please bring a ladder.')).toBeVisible();
    await send(page, 'Four: and gloves.');

    await device.closeBrowser();
    page = await device.openBrowser({ offline: true });
    await openBooking(page, byCard.id);
    await expect(page.getByRole('log').getByText('Two: the dog is friendly.')).toBeVisible();
    await send(page, 'Five: thank you.');
    await expect(page.getByText(/5 messages waiting/).last()).toBeVisible();

    const lost = network.loseNextAnswer('/api/bookings/messages', () => server.kill());
    await device.offline(false);
    await lost;
    await server.start();
    await tellOnline(page);
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.getByRole('log').getByText('Five: thank you.')).toBeVisible();

    const stored = await server.rows((db) =>
      db
        .selectFrom('messages')
        .select(['booking_id', 'message'])
        .where('booking_id', 'in', [byCard.id, byPlan.id])
        .orderBy('seq')
        .execute(),
    );
    const of = (id: string) => stored.filter((m) => m.booking_id === id).map((m) => m.message);
    expect(of(byCard.id)).toEqual([
      'One: the side gate is open.',
      'Two: the dog is friendly.',
      'Five: thank you.',
    ]);
    expect(of(byPlan.id)).toEqual(['Three: please bring a ladder.', 'Four: and gloves.']);
  });
});
