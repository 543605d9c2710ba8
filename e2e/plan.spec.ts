import type { Page, Route } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { owing } from './owing.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** The interval of the plan's reads while the bank decides. */
const pollMs = 5000;
const sheet = (page: Page) => page.getByRole('dialog');
const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const offer = (page: Page, name: string) => page.getByRole('listitem', { name: `${name} plan` });

/** Adds a card and makes it the one that is charged. */
async function chargeTo(page: Page, number: string, ending: string): Promise<void> {
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Add card' }).click();
  await sheet(page).getByLabel('Card number').fill(number);
  await sheet(page).getByLabel('Expiry').fill('12 / 34');
  await sheet(page).getByLabel('CVC').fill('123');
  await sheet(page).getByRole('button', { name: 'Add card' }).click();
  const asks = page.getByRole('button', { name: 'Complete authentication' });
  const added = page.getByRole('listitem').filter({ hasText: ending });
  await asks.or(added).first().waitFor();
  if (await asks.isVisible()) await asks.click();
  await added.getByRole('button', { name: 'Make default' }).click();
  await expect(added.getByText('Default', { exact: true })).toBeVisible();
}

test('a member upgrades at the shown price, downgrades for the next period, and takes that back', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/profile');
  await expect(plan(page)).toContainText(/Your Standard plan renews on .+ for \$1,400\.99/);
  await offer(page, 'Deluxe').getByRole('button', { name: 'Upgrade to Deluxe' }).click();
  await expect(sheet(page)).toContainText(/\$[\d,.]+ today/);
  await expect(sheet(page)).toContainText(/[\d.]+ more hours? at once/);
  const more = /([\d.]+) more hours? at once/.exec((await sheet(page).textContent()) ?? '')?.[1];
  expect(await axe(page, 'the upgrade')).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  const pay = sheet(page).getByRole('button', { name: /^Pay \$[\d,.]+ and Upgrade$/ });
  const price = /\$[\d,.]+\d/.exec((await pay.textContent()) ?? '')?.[0] ?? '';
  await pay.click();
  await expect(toastOf(page, 'Welcome to your Deluxe Plan')).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await expect(plan(page)).toContainText('Your Deluxe plan renews on');
  await expect(offer(page, 'Deluxe')).toContainText('Current plan');
  await expect(page.getByRole('region', { name: 'Your hours', exact: true })).toContainText('20');

  await offer(page, 'Basic').getByRole('button', { name: 'Change to Basic' }).click();
  await expect(sheet(page)).toContainText('Nothing is charged today');
  await sheet(page).getByRole('button', { name: 'Change to Basic' }).click();
  await expect(plan(page)).toContainText(/Deluxe until .+, then Basic for \$650\.99 a month/);
  await expect(page.getByRole('button', { name: /^(Upgrade|Change) to/ })).toHaveCount(0);
  await plan(page).getByRole('button', { name: 'Keep Deluxe' }).click();
  await expect(plan(page)).toContainText('Your Deluxe plan renews on');

  await plan(page).getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(sheet(page)).toContainText('nothing more is charged');
  await sheet(page).getByRole('button', { name: 'Cancel Plan' }).click();
  await expect(plan(page)).toContainText(/Your Deluxe plan ends on/);
  await plan(page).getByRole('button', { name: 'Keep Deluxe' }).click();
  await expect(plan(page)).toContainText('Your Deluxe plan renews on');

  await page.goto('/billing');
  await expect(page.getByRole('region', { name: 'Billing history' })).toContainText(price);
  const grants = await server.rows((db) =>
    db.selectFrom('hour_grants').select('minutes').where('kind', '=', 'upgrade').execute(),
  );
  // The same share of the 8 hours' difference as of the price's.
  expect(grants.map(({ minutes }) => Math.round((minutes / 60) * 100) / 100)).toEqual([Number(more)]);
});

test.describe('with a card that is refused, or a bank that asks', () => {
  test.use({ allowed: [/status of 402/] });

  test('a plan changes only once it is paid, and the page says so @full', async ({ page }) => {
    await signInAs(page, personas.member);
    await chargeTo(page, '4000 0000 0000 0341', '0341');
    await page.goto('/profile');
    const begin = () => offer(page, 'Premium').getByRole('button', { name: 'Upgrade to Premium' }).click();
    const pay = sheet(page).getByRole('button', { name: /^Pay / });
    await begin();
    await pay.click();
    await expect(sheet(page).getByRole('alert')).toContainText('Your card was declined.');
    await expect(sheet(page).getByRole('alert')).toContainText('Nothing was charged');
    await expect(toastOf(page, 'Failed to update subscription', 'destructive')).toContainText('Error');
    await sheet(page).getByRole('link', { name: 'Use Another Card' }).click();
    await page.waitForURL((url) => url.pathname === '/billing');

    await chargeTo(page, '4000 0027 6000 3184', '3184');
    await page.goto('/profile');
    await expect(plan(page)).toContainText('Your Standard plan renews on');
    await begin();
    await pay.click();
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(sheet(page).getByRole('alert')).toContainText('Nothing was charged');
    await sheet(page).getByRole('button', { name: 'Stay with Standard' }).click();
    await expect(plan(page)).toContainText('Your Standard plan renews on');

    await begin();
    await pay.click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(toastOf(page, 'Welcome to your Premium Plan')).toBeVisible();
    await expect(offer(page, 'Premium')).toContainText('Current plan');
  });
});

test.describe('on a network that loses the bank’s answers', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('the plan is read before anything is reported, and a paid change is never taken back @full', async ({
    page,
  }) => {
    await signInAs(page, personas.member);
    await chargeTo(page, '4000 0027 6000 3184', '3184');
    await page.goto('/profile');
    const tiers: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') tiers.push((request.postDataJSON() as { tier: string }).tier);
    });
    const pay = sheet(page).getByRole('button', { name: /^Pay / });
    const reading = '**/sandbox/payments/v1/payment_intents/pi_*?client_secret=*';
    await page.route(reading, (route) => route.abort());
    await offer(page, 'Premium').getByRole('button', { name: 'Upgrade to Premium' }).click();
    await pay.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    const alert = sheet(page).getByRole('alert');
    await expect(alert).toContainText('We could not learn whether your bank approved this.');
    await expect(alert).not.toContainText('Nothing was charged');
    expect(tiers).toEqual(['premium']);

    await page.unroute(reading);
    await page.route('**/sandbox/payments/v1/payment_intents/*/authenticate', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay.click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(toastOf(page, 'Welcome to your Premium Plan')).toBeVisible();
    await expect(plan(page)).toContainText('Your Premium plan renews on');
    expect(tiers).toEqual(['premium', 'premium']);
  });

  test('a lost answer is replaced by a read of the plan @full', async ({ page }) => {
    const lose = async (route: Route, method: string) => {
      if (route.request().method() !== method) return route.fallback();
      await route.fetch();
      await route.abort();
    };
    await signInAs(page, personas.member, '/profile');
    await page.route('**/api/subscription', (route) => lose(route, 'PATCH'));
    await plan(page).getByRole('button', { name: 'Cancel Plan' }).click();
    await sheet(page).getByRole('button', { name: 'Cancel Plan' }).click();
    await expect(toastOf(page, 'Your plan ends with its period', 'default')).toBeVisible();

    await page.unrouteAll({ behavior: 'wait' });
    const settled = await owing(page);
    await page.route('**/api/subscription/pay', async (route) => {
      await settled();
      await route.abort();
    });
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Pay \$1,400\.99 Now$/ }).click();
    await expect(toastOf(page, 'Payment Successful', 'default')).toBeVisible();
  });
});

test('a person who leaves the bank’s question by Back or a reload continues it from the profile @full', async ({
  page,
}) => {
  await signInAs(page, personas.member);
  await chargeTo(page, '4000 0027 6000 3184', '3184');
  await page.goto('/profile');
  await offer(page, 'Deluxe').getByRole('button', { name: 'Upgrade to Deluxe' }).click();
  await sheet(page).getByRole('button', { name: /^Pay / }).click();
  const bank = page.getByRole('dialog', { name: '3D Secure authentication' });
  await expect(bank).toBeVisible();
  // The provider's own window is outside our dialogs, and a modal one would block it.
  expect(await page.locator('dialog.sheet[open]').evaluate((box) => box.matches(':modal'))).toBe(false);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Change to Deluxe' })).toHaveCount(0);
  await expect(bank).toBeVisible();
  await page.reload();
  await expect(plan(page)).toContainText('The change to Deluxe waits for your bank.');
  await plan(page).getByRole('button', { name: 'Confirm with Your Bank' }).click();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(toastOf(page, 'Payment Successful', 'default')).toBeVisible();
  await expect(offer(page, 'Deluxe')).toContainText('Current plan');
  await expect(page.getByRole('region', { name: 'Where your hours are' })).toContainText('Deluxe upgrade');
});

test.describe('after a failed renewal', () => {
  test.use({ allowed: [/status of 402/] });

  test('home, billing and profile show the debt; one tap pays it, and a failure says so @full', async ({
    page,
  }) => {
    await signInAs(page, personas.member);
    const settled = await owing(page);
    await page.goto('/');
    await page.getByRole('link', { name: 'Pay in Billing' }).click();
    const owed = page
      .getByRole('region', { name: 'Payment failed' })
      .filter({ hasText: 'could not be charged', visible: true });
    await expect(owed).toContainText('$1,400.99 for your Standard plan could not be charged.');
    await expect(owed).toContainText(/We try again on .+\. Until then your hours stay\./);
    expect(await axe(page, 'billing with a payment that failed')).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);

    const answer = (status: number, json: object) =>
      page.route('**/api/subscription/pay', (route) => route.fulfill({ status, json }));
    await answer(402, { code: 'payment_incomplete', message: 'Your card was declined.', requestId: 'r' });
    await owed.getByRole('button', { name: 'Pay $1,400.99 Now' }).click();
    await expect(toastOf(page, 'Payment Failed', 'destructive')).toContainText('Your card was declined.');

    await page.goto('/profile');
    await expect(owed.getByRole('link', { name: 'Change Card' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Upgrade|Change) to/ })).toHaveCount(0);
    await settled();
    const running = await (await page.request.get('/api/subscription')).json();
    await page.unroute('**/api/subscription/pay');
    await answer(200, { subscription: running, clientSecret: null });
    await owed.getByRole('button', { name: 'Pay $1,400.99 Now' }).click();
    await expect(toastOf(page, 'Payment Successful', 'default')).toBeVisible();
    await expect(owed).toHaveCount(0);
    await expect(plan(page)).toContainText('Your Standard plan renews on');
  });
});

test('an undecided payment is waited for, and nobody is asked to pay it again @full', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, personas.member, '/profile');
  const running = await (await page.request.get('/api/subscription')).json();
  const person = await (await page.request.get('/api/auth/user')).json();
  const answer = (glob: string, json: object) => page.route(glob, (route) => route.fulfill({ json }));
  const { plans } = (await (await page.request.get('/api/plans')).json()) as { plans: { id: string }[] };
  const deluxe = plans.find(({ id }) => id === 'deluxe');
  const waiting = { ...running, pendingTier: 'deluxe', pendingPlan: deluxe };
  await page.route('**/api/subscription', (route) =>
    route.fulfill({
      json: route.request().method() === 'PATCH' ? { subscription: waiting, clientSecret: null } : waiting,
    }),
  );
  await offer(page, 'Deluxe').getByRole('button', { name: 'Upgrade to Deluxe' }).click();
  await sheet(page).getByRole('button', { name: /^Pay / }).click();
  await expect(toastOf(page, 'Your payment is under way', 'default')).toBeVisible();
  await expect(plan(page)).toContainText('The change to Deluxe waits for your bank.');
  // Other plans are blocked meanwhile; the upgrade's own question may still be answered.
  await expect(page.getByRole('button', { name: /^(Upgrade|Change) to/ })).toHaveText(['Upgrade to Deluxe']);
  await answer('**/api/auth/user', { ...person, subscriptionTier: 'deluxe', plan: deluxe });
  await answer('**/api/subscription', {
    ...running,
    tier: 'deluxe',
    nextTier: 'deluxe',
    plan: deluxe,
    nextPlan: deluxe,
  });
  await page.clock.runFor(pollMs);
  await expect(plan(page)).toContainText('Your Deluxe plan renews on');
  await expect(offer(page, 'Deluxe')).toContainText('Current plan');

  await page.unrouteAll({ behavior: 'wait' });
  const settled = await owing(page);
  await page.goto('/profile');
  const owed = page.getByRole('region', { name: 'Payment failed' });
  const behind = await page.evaluate(async () => (await fetch('/api/subscription')).json());
  await answer('**/api/subscription/pay', { subscription: behind, clientSecret: null });
  const pay = owed.getByRole('button', { name: /^Pay / });
  for (let times = 0; times < 2; times += 1) {
    await pay.click();
    await expect(toastOf(page, 'Your payment is under way', 'default')).toBeVisible();
    const underWay = page.getByRole('region', { name: 'Payment under way' });
    await expect(underWay).toBeVisible();
    await expect(pay).toHaveCount(0);
    // The payment may have failed meanwhile; then it is made anew.
    if (times === 0) await underWay.getByRole('button', { name: 'Check again' }).click();
  }
  await settled();
  await page.clock.runFor(pollMs);
  await expect(plan(page)).toContainText('Your Standard plan renews on');
});

test.describe('with its worker', () => {
  test.use({ worker: true });

  test('the plan is shown without a network, and changes wait for it @full', async ({ device, guard }) => {
    guard.allow(...networkAway);
    const { page } = device;
    await signInAs(page, personas.member, '/profile');
    await expect(plan(page)).toContainText('renews on');
    await workerReady(page);
    await device.offline(true);
    await page.reload();
    await expect(plan(page)).toContainText('Your plan can be changed when the network is back.');
    await expect(plan(page).getByRole('button', { name: 'Cancel Plan' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByRole('button', { name: /^Upgrade to/ })).toHaveCount(0);
    await device.offline(false);
    await expect(page.getByRole('button', { name: 'Upgrade to Deluxe' })).toBeVisible();
  });
});

test.describe('while the server fails', () => {
  test.use({ allowed: [/status of 503|answer 503/] });

  test('the plans are shown, and the member’s own can be requested again @full', async ({ page }) => {
    await page.route('**/api/subscription', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }),
    );
    await signInAs(page, personas.member, '/profile');
    await expect(page.getByText('This did not load')).toBeVisible();
    await expect(offer(page, 'Standard')).toContainText('Current plan');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(plan(page)).toContainText('renews on');
  });
});
