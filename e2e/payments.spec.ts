import { networkAway } from './guard.ts';
import { books, cards, fillPlanDetails, find, pay, submit, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

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

  test('a page that is reloaded before the answer comes asks for no second payment', async ({
    page,
    server,
    network,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    const lost = network.loseNextAnswer('/api/confirm-one-time-payment', async () => {
      await page.reload();
    });
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
