import type { Page } from 'playwright/test';
import { networkAway } from './guard.ts';
import type { RunningServer } from './server.ts';
import { expect, personas, signInAs, test } from './test.ts';

const cards = { good: '4242 4242 4242 4242', asks: '4000 0025 0000 3155', declined: '4000 0000 0000 0002' };

/** A time two days ahead in the form that the picker takes. */
const inTwoDays = () =>
  new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10).concat('T09:30');

async function find(page: Page, service: string): Promise<void> {
  await page.goto('/services');
  await page.getByLabel('Search services').fill(service);
}

async function fillDetails(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Phone number').fill('0412 345 678');
  await form.getByLabel('Service address').fill('12 Banksia Street, Newtown NSW');
  await form.getByLabel('Preferred date and time').fill(inTwoDays());
}

async function fillPlanDetails(page: Page): Promise<void> {
  await fillDetails(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('City').fill('Newtown');
  await form.getByLabel('State').fill('NSW');
  await form.getByLabel('Postal code').fill('2042');
  await form.getByLabel('Emergency contact').fill('Mai Tran');
  await form.getByLabel('Emergency phone').fill('0498 765 432');
}

const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click();

/** From the catalogue to the checkout page's card form; nothing of the customer's stands in the address. */
async function toCheckout(page: Page): Promise<void> {
  await find(page, 'House and bathroom');
  await page.getByRole('button', { name: 'Book Without Subscription - $189' }).click();
  await fillDetails(page);
  await submit(page);
  await expect(page.getByText('Ready to Complete Payment')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  expect(new URL(page.url()).search).toBe('');
}

async function pay(page: Page, card: string, button = /^pay/i): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: button }).click();
}

/** The server's own rows of a person. */
const books = (server: RunningServer, email: string) =>
  server.rows(async (db) => ({
    bookings: await db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['b.payment_type', 'b.price_cents'])
      .where('u.email', '=', email)
      .execute(),
    payments: await db
      .selectFrom('payments as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select('p.status')
      .where('u.email', '=', email)
      .execute(),
  }));

const paidOnce = {
  bookings: [{ payment_type: 'one_time', price_cents: 18_900 }],
  payments: [{ status: 'booked' }],
};

test('a newcomer books a cleaning with a card', async ({ page, server }) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.good);
  await expect(page.getByText('Payment Successful').filter({ visible: true }).first()).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('House and bathroom cleaning').filter({ visible: true }).first()).toBeVisible();
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test('a card that asks for authentication books once it is given', async ({ page, server }) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.asks);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test('a declined card books nothing and charges nothing, and another card may follow', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.declined);
  await expect(page.getByText('Payment Failed').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Your card was declined.').filter({ visible: true }).first()).toBeVisible();
  expect(await books(server, personas.newcomer)).toEqual({
    bookings: [],
    payments: [{ status: 'awaiting' }],
  });
  await pay(page, cards.good);
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test.describe('on a network that loses an answer', () => {
  test.use({ allowed: networkAway });

  test('the answer to the confirmation is lost: one booking, not two', async ({ page, server, network }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    const lost = network.loseNextAnswer('/api/confirm-one-time-payment');
    await pay(page, cards.good);
    await lost;
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });
});

test('a newcomer books with a subscription, pays for the plan and has its hours', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await find(page, 'Lawn mowing');
  await page.getByRole('button', { name: 'Book with Subscription' }).click();
  await fillPlanDetails(page);
  await submit(page);
  await page.getByRole('button', { name: 'Continue to Subscription' }).click();
  await page.waitForURL((url) => url.pathname === '/subscribe');
  await pay(page, cards.good, /^subscribe/i);
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('Lawn mowing').filter({ visible: true }).first()).toBeVisible();
  await expect(
    page
      .getByText(/Standard/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  const grants = await server.rows((db) =>
    db
      .selectFrom('hour_grants as g')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .select('g.minutes')
      .where('u.email', '=', personas.newcomer)
      .execute(),
  );
  expect(grants).toEqual([{ minutes: 720 }]);
});

test('a member books with plan hours and is not sent to pay again', async ({ page, server }) => {
  await signInAs(page, personas.member);
  const before = (await books(server, personas.member)).bookings.length;
  await find(page, 'Lawn mowing');
  await page.getByRole('button', { name: 'Book with Subscription' }).click();
  await fillPlanDetails(page);
  await submit(page);
  await page.waitForURL((url) => url.pathname.startsWith('/bookings'));
  expect((await books(server, personas.member)).bookings).toHaveLength(before + 1);
});
