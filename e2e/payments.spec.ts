import { paidOnce } from './checkout.ts';
import { networkAway } from './guard.ts';
import {
  bookBy,
  books,
  cards,
  fillCard,
  fillPlanDetails,
  find,
  otherCard,
  pauseClock,
  pay,
  submit,
  tickUntil,
  toastOf,
  toCheckout,
} from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a newcomer books a cleaning with a card', async ({ page, server }) => {
  await page.clock.install();
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  const paid = page.getByRole('heading', { name: 'Payment Successful' });
  await fillCard(page, cards.good);
  await pauseClock(page);
  await page.getByRole('button', { name: /^pay/i }).click();
  await tickUntil(page, () => paid.isVisible());
  await expect(toastOf(page, 'Payment Successful', 'default')).toContainText(
    'House and bathroom cleaning is booked.',
  );
  // 1000 ms (spec §9); a part of it passes before it is visible.
  await page.clock.runFor(900);
  expect(new URL(page.url()).pathname).toMatch(/^\/checkout\//);
  await page.clock.runFor(100);
  await page.clock.resume();
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('House and bathroom cleaning').filter({ visible: true }).first()).toBeVisible();
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test('a card that asks for authentication books after it @full', async ({ page, server }) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.asks);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test('a declined card books nothing and charges nothing, and another card may follow @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.declined);
  await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText('Your card was declined.');
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

  test('a lost answer to the confirmation leads to one booking, not two @full', async ({
    page,
    server,
    network,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    const lost = network.loseNextAnswer('/api/confirm-one-time-payment');
    await pay(page, cards.good);
    await lost;
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });

  test('a page reloaded before the answer asks for no second payment @full', async ({
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

test('a newcomer books with a subscription, pays for the plan and gets its hours', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await find(page, 'Lawn mowing');
  await bookBy(page, 'Book with Subscription');
  await fillPlanDetails(page);
  await submit(page);
  await page.getByRole('button', { name: 'Continue to Subscription' }).click();
  await page.waitForURL((url) => url.pathname === '/subscribe');
  await pay(page, cards.good, /^subscribe/i);
  await page.waitForURL((url) => url.pathname === '/bookings');
  await expect(page.getByText('Lawn mowing').filter({ visible: true }).first()).toBeVisible();
  // After the provider's event of the payment.
  const grants = () =>
    server.rows((db) =>
      db
        .selectFrom('hour_grants as g')
        .innerJoin('users as u', 'u.id', 'g.user_id')
        .select('g.minutes')
        .where('u.email', '=', personas.newcomer)
        .execute(),
    );
  await expect.poll(grants).toEqual([{ minutes: 720 }]);
  await page.goto('/billing');
  await expect(page.getByText('Standard Plan').filter({ visible: true }).first()).toBeVisible();
});

test('a member pays with a saved card, or with another, and is not charged for a plan again @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member);
  const before = (await books(server, personas.member)).payments.length;
  await toCheckout(page);
  await expect(page.getByRole('radio', { name: /Visa ending 4242 expires/ })).toBeChecked();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await otherCard(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByRole('radio', { name: /Visa ending 4242/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
  const { payments } = await books(server, personas.member);
  expect(payments).toHaveLength(before + 1);
  expect(payments.every(({ status }) => status === 'booked')).toBe(true);

  await page.goto('/subscribe?tier=premium');
  await expect(page.getByText('You have the Standard Plan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0);
});

test('an abandoned payment is cancelled, and the same booking may begin again @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.waitForURL((url) => url.pathname === '/services');
  await expect(toastOf(page, 'Payment cancelled', 'default')).toContainText('Nothing was charged.');
  expect(await books(server, personas.newcomer)).toEqual({
    bookings: [],
    payments: [{ status: 'canceled' }],
  });
  await toCheckout(page);
  await pay(page, cards.good);
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect((await books(server, personas.newcomer)).bookings).toHaveLength(1);
});

test('a person who leaves the checkout by Back finds the same payment again @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/services');
  expect((await books(server, personas.newcomer)).payments).toEqual([{ status: 'awaiting' }]);
  await page.goForward();
  await pay(page, cards.good);
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test.describe('while other parts fail', () => {
  test.use({ allowed: [/status of (409|503)|answer 503/] });

  test('a payment that could not be booked is reported as both, and its refund is shown @full', async ({
    page,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await page.route('**/sandbox/payments/v1/payment_intents/*/confirm', (route) =>
      route.fulfill({ json: { object: 'payment_intent', id: 'pi_1', status: 'requires_payment_method' } }),
    );
    await pay(page, cards.good);
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText(
      'An unexpected error occurred',
    );
    await page.unrouteAll();
    await page.route('**/api/confirm-one-time-payment', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'conflict', message: 'Your payment has been refunded', requestId: 'r' },
      }),
    );
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(toastOf(page, 'Payment Processed', 'destructive')).toContainText(
      'Payment successful but booking creation failed: Your payment has been refunded. Contact support.',
    );
    await expect(page.getByText('We could not book it')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose another service' })).toBeVisible();
  });

  test('a payment without the server’s answer asks nobody to pay again, and is booked in the end @full', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await page.route('**/api/confirm-one-time-payment', (route) =>
      route.fulfill({ status: 503, json: { code: 'payment_unavailable', message: 'No', requestId: 'r' } }),
    );
    await pay(page, cards.good);
    await expect(async () => {
      await page.clock.runFor(8000);
      await expect(page.getByRole('heading', { name: 'Your payment went through' })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(page.getByText('you will not be charged again')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    // While the answer is asked for again, nothing else is shown.
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      void page.route('**/api/confirm-one-time-payment', async (route) => {
        resolve();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.continue();
      });
    });
    await page.getByRole('button', { name: 'Check again' }).click();
    await isAsked;
    await expect(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0);
    answer();
    await expect(async () => {
      await page.clock.runFor(1000);
      await page.waitForURL((url) => url.pathname === '/bookings', { timeout: 500 });
    }).toPass();
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });
});
