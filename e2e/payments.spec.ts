import type { Page } from 'playwright/test';
import { openDevice } from './device.ts';
import { networkAway } from './guard.ts';
import { startProxy } from './proxy.ts';
import { type RunningServer, startServer } from './server.ts';
import { expect, personas, signInAs, test } from './test.ts';

const cards = { good: '4242 4242 4242 4242', asks: '4000 0025 0000 3155', declined: '4000 0000 0000 0002' };

/** A time two days ahead in the form that the picker takes. */
const inTwoDays = () =>
  new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10).concat('T09:30');

async function fillDetails(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Phone', { exact: false }).first().fill('0412 345 678');
  await form.getByLabel('Address', { exact: false }).first().fill('12 Banksia Street, Newtown NSW');
  await form.getByLabel(/date/i).fill(inTwoDays());
}

/** From the catalogue to the checkout page's card form. */
async function toCheckout(page: Page): Promise<void> {
  await page.goto('/services');
  await page.getByPlaceholder(/search/i).fill('House and bathroom');
  await page.getByRole('button', { name: 'Book Without Subscription - $189' }).click();
  await fillDetails(page);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(page.getByText('Ready to Complete Payment')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: /pay/i }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'));
  expect(new URL(page.url()).search).toBe('');
}

async function pay(page: Page, card: string, button: RegExp = /^pay/i): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: button }).click();
}

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

test('a newcomer books a cleaning with a card', async ({ page, server }) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.good);
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('House and bathroom cleaning').first()).toBeVisible();
  expect(await books(server, personas.newcomer)).toEqual({
    bookings: [{ payment_type: 'one_time', price_cents: 18_900 }],
    payments: [{ status: 'booked' }],
  });
});

test('a card that asks for authentication books once it is given', async ({ page, server }) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.asks);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect((await books(server, personas.newcomer)).bookings).toHaveLength(1);
});

test('a declined card books nothing and charges nothing, and another card may follow', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.declined);
  await expect(page.getByText('Payment Failed')).toBeVisible();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  expect(await books(server, personas.newcomer)).toEqual({
    bookings: [],
    payments: [{ status: 'awaiting' }],
  });
  await pay(page, cards.good);
  await expect(page.getByText('Payment Successful')).toBeVisible();
});

test('the answer to the confirmation is lost: one booking, not two', async ({ guard }) => {
  guard.allow(...networkAway);
  const proxy = await startProxy();
  const server = await startServer({ publicUrl: proxy.url });
  proxy.target(server.port);
  const device = await openDevice({ guard, baseURL: proxy.url });
  try {
    await signInAs(device.page, personas.newcomer);
    await toCheckout(device.page);
    const lost = proxy.loseNextAnswer('/api/confirm-one-time-payment');
    await pay(device.page, cards.good);
    await lost;
    await expect(device.page.getByText('Payment Successful')).toBeVisible();
    expect((await books(server, personas.newcomer)).bookings).toHaveLength(1);
  } finally {
    await device.discard();
    await server.close();
    await proxy.close();
  }
});

test('a newcomer books with a subscription, pays for the plan and has its hours', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await page.goto('/services');
  await page.getByPlaceholder(/search/i).fill('Lawn mowing');
  await page.getByRole('button', { name: 'Book with Subscription' }).click();
  await fillDetails(page);
  const form = page.getByRole('dialog');
  await form.getByLabel(/city|suburb/i).fill('Newtown');
  await form.getByLabel('State').fill('NSW');
  await form.getByLabel(/post/i).fill('2042');
  await form.getByLabel(/emergency contact/i).fill('Mai Tran');
  await form.getByLabel(/emergency phone/i).fill('0498 765 432');
  await form.locator('button[type=submit]').click();
  await expect(page.getByText('Booking Created').first()).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /plan|pay|continue/i })
    .click();
  await page.waitForURL((url) => url.pathname === '/subscribe');
  await pay(page, cards.good, /^subscribe/i);
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('Lawn mowing').first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Standard Plan').first()).toBeVisible();
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
  await page.goto('/services');
  await page.getByPlaceholder(/search/i).fill('Lawn mowing');
  await page.getByRole('button', { name: 'Book with Subscription' }).click();
  await fillDetails(page);
  const form = page.getByRole('dialog');
  await form.getByLabel(/city|suburb/i).fill('Newtown');
  await form.getByLabel('State').fill('NSW');
  await form.getByLabel(/post/i).fill('2042');
  await form.getByLabel(/emergency contact/i).fill('Sam Bennett');
  await form.getByLabel(/emergency phone/i).fill('0498 765 432');
  const before = (await books(server, personas.member)).bookings.length;
  await form.locator('button[type=submit]').click();
  await expect(page.getByText('Booking Created').first()).toBeVisible();
  expect((await books(server, personas.member)).bookings).toHaveLength(before + 1);
  expect(new URL(page.url()).pathname).not.toBe('/subscribe');
});
