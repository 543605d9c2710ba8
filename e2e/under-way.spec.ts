import type { Page, Route } from 'playwright/test';
import { axe } from './axe.ts';
import { cardServiceId, paidOnce } from './checkout.ts';
import { layoutFaults } from './layout.ts';
import { books, cards, pay, toastOf, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const confirmation = '**/sandbox/payments/v1/payment_intents/*/confirm';
const reading = '**/sandbox/payments/v1/payment_intents/pi_*?client_secret=*';
const booking = '**/api/confirm-one-time-payment';

/** The provider's own answer, changed to undecided. */
const undecided = async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } });
};
/** The charge is not made, and the answer says that it may still be. */
const held = (route: Route) =>
  route.fulfill({ json: { object: 'payment_intent', id: 'pi_1', status: 'processing' } });

const underWay = (page: Page) =>
  page.getByRole('heading', { name: 'Your payment is under way' }).filter({ visible: true });

/** Pays; from then on the provider's answers are undecided. */
async function payUndecided(
  page: Page,
  confirm: (route: Route) => Promise<void>,
  button?: RegExp,
): Promise<void> {
  await page.getByLabel('Card number').waitFor();
  // The provider's fields are shown before they have read the payment, and the button is busy until then.
  await expect(page.getByRole('button', { name: button ?? /^pay/i })).not.toHaveAttribute('aria-busy');
  await page.route(confirmation, confirm);
  await page.route(reading, undecided);
  await pay(page, cards.good, button);
}

/** Our server's answer while the provider has not decided. */
const stillProcessing = (page: Page) =>
  page.route(booking, (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'payment_processing', message: 'Still being processed', requestId: 'r' },
    }),
  );

/** The page asks for no payment and reports no failure. */
async function expectUnderWay(page: Page): Promise<void> {
  await expect(underWay(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Pay|Subscribe|Continue)/ })).toHaveCount(0);
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect(toastOf(page, /.+/, 'destructive')).toHaveCount(0);
}

test.describe('an undecided payment', () => {
  test.use({ allowed: [/status of (402|409)/] });

  test('leads to no second one, through a reload too, and is booked once decided @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await stillProcessing(page);
    await payUndecided(page, undecided);
    await expectUnderWay(page);
    expect(await axe(page, 'a payment under way')).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.reload();
    await expectUnderWay(page);
    // The page asks at growing intervals: the first question after the reload is the one to wait for.
    const request = page.waitForRequest(booking);
    expect(await axe(page, 'a payment under way after a reload')).toEqual([]);
    await request;
    await expectUnderWay(page);
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });

  test('that fails in the end says so, here and after a reload, and can be tried again @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await payUndecided(page, held);
    await expectUnderWay(page);
    await page.unroute(reading);
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible();

    await stillProcessing(page);
    await payUndecided(page, held);
    await expectUnderWay(page);
    await page.reload();
    await expectUnderWay(page);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText('You have not been charged.');
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
    expect((await books(server, personas.newcomer)).bookings).toEqual([]);
  });

  test('is waited for after the return from an undecided bank, through a reload too @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer, '/');
    await stillProcessing(page);
    const back = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=pending';
    await page.goto(`/checkout/${await cardServiceId(server)}?${back}`);
    await expectUnderWay(page);
    await page.reload();
    await expectUnderWay(page);
  });

  test('of a plan is asked for once, whichever card is shown, and the plan is waited for @full', async ({
    page,
  }) => {
    await signInAs(page, personas.newcomer, '/subscribe');
    await payUndecided(page, held, /^subscribe/i);
    await expectUnderWay(page);
    await page.reload();
    await expectUnderWay(page);

    await page.route('**/api/payment-methods', (route) =>
      route.fulfill({
        json: [
          {
            id: 'pm_1',
            card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
            isDefault: true,
          },
        ],
      }),
    );
    await page.reload();
    await expectUnderWay(page);

    await page.unroute(reading);
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await pay(page, cards.good, /^subscribe/i);
    await expect(toastOf(page, 'Welcome to your Standard Plan')).toBeVisible();
  });
});

test.describe('on a network that loses the provider’s answers', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('a successful payment is booked, and no failure is reported @full', async ({ page, server }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await page.route(confirmation, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay(page, cards.good);
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });

  test('an unknown result is neither paid nor failed, and trying again is safe @full', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.newcomer);
    await toCheckout(page);
    await page.getByLabel('Card number').waitFor();
    await page.route(confirmation, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(reading, (route) => route.abort());
    await pay(page, cards.good);
    const alert = page.getByRole('alert').filter({ hasText: 'whether your payment went through' });
    await expect(alert).toContainText('you are not charged twice');
    await expect(alert).not.toContainText('another card');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL((url) => url.pathname === '/bookings');
    expect(await books(server, personas.newcomer)).toEqual(paidOnce);
  });
});
