import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { networkAway } from './guard.ts';
import { layoutFaults } from './layout.ts';
import { cards, toastOf, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ motion: true });

const cardRow = (page: Page, name: string) =>
  page.locator('.billing-list').getByRole('listitem').filter({ hasText: name });
const sheet = (page: Page) => page.getByRole('dialog').filter({ visible: true });

async function openAdd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(sheet(page).getByLabel('Card number')).toBeVisible();
}

async function add(page: Page, card: string): Promise<void> {
  const form = sheet(page);
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry').fill('12 / 34');
  await form.getByLabel('CVC').fill('123');
  await form.getByRole('button', { name: 'Add card' }).click();
}

const toast = (page: Page, title: string, text: string | RegExp = '') =>
  expect(
    toastOf(page, title, /^(Error|Failed)/.test(title) ? 'destructive' : 'default').filter({ hasText: text }),
  ).toBeVisible();

const findings = async (page: Page, what: string): Promise<string[]> => [
  ...(await axe(page, what)),
  ...(await layoutFaults(page)).map((fault) => `${what}: ${fault}`),
];

test('a newcomer adds cards, one declined and one authenticated, chooses the default and removes one', async ({
  page,
}) => {
  await signInAs(page, personas.newcomer, '/billing');
  await expect(page.getByText('No Subscription').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('No saved cards')).toBeVisible();
  await expect(page.getByText('Nothing paid yet')).toBeVisible();

  await openAdd(page);
  await sheet(page).getByLabel('Card number').fill('4242');
  // A sheet that is opened again before it has left the screen is empty.
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('dialog[open] [aria-label="Close"]')?.click();
    await new Promise(requestAnimationFrame);
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Add card')?.click();
  });
  await expect(sheet(page).getByLabel('Card number')).toHaveValue('');
  await add(page, '4242 4242 4242 4241');
  await expect(sheet(page).getByText('Your card number is invalid.')).toBeVisible();
  await add(page, cards.declined);
  await toast(page, 'Error adding payment method', 'Your card was declined.');
  await expect(sheet(page).getByRole('alert')).toHaveText(
    'Your card was declined. You can try another card.',
  );
  await add(page, cards.good);
  await toast(page, 'Payment method added');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  await expect(cardRow(page, 'Visa ending 4242')).toContainText('expires 12/34');
  await expect(cardRow(page, 'Visa ending 4242').getByText('Default', { exact: true })).toBeVisible();

  await openAdd(page);
  await add(page, cards.asks);
  const bank = page.getByRole('dialog', { name: '3D Secure authentication' });
  await expect(bank).toContainText('Your bank asks whether it is you who adds this card.');
  // The provider's own question is outside our dialog, which must not block it.
  expect(await page.locator('dialog.sheet[open]').evaluate((box) => box.matches(':modal'))).toBe(false);
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await toast(page, 'Error adding payment method', 'We are unable to authenticate your payment method.');
  expect(await page.locator('dialog.sheet[open]').evaluate((box) => box.matches(':modal'))).toBe(true);
  await sheet(page).getByRole('button', { name: 'Add card' }).click();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await toast(page, 'Payment method added');
  await expect(cardRow(page, 'Visa ending 3155').getByText('Default', { exact: true })).toHaveCount(0);

  await expect(cardRow(page, 'Visa ending 3155')).toBeVisible();
  const order = await page.locator('.billing-list h3').allTextContents();
  await page.getByRole('button', { name: 'Make default Visa ending 3155' }).click();
  await toast(page, 'Default payment method updated', 'Visa ending 3155 is charged from now on.');
  await expect(cardRow(page, 'Visa ending 3155').getByText('Default', { exact: true })).toBeVisible();
  // The cards have not moved away from under the finger.
  expect(await page.locator('.billing-list h3').allTextContents()).toEqual(order);

  await page.getByRole('button', { name: 'Remove Visa ending 4242' }).click();
  await sheet(page).getByRole('button', { name: 'Keep card' }).click();
  await page.getByRole('button', { name: 'Remove Visa ending 3155' }).click();
  await expect(sheet(page)).toContainText('Visa ending 4242 will be charged instead.');
  await sheet(page).getByRole('button', { name: 'Remove card' }).click();
  await toast(page, 'Payment method removed successfully', 'Visa ending 3155 is gone.');
  await expect(cardRow(page, 'Visa ending 3155')).toHaveCount(0);
  await expect(cardRow(page, 'Visa ending 4242').getByText('Default', { exact: true })).toBeVisible();
});

test.describe('with refusals', () => {
  test.use({ allowed: [/status of (409|503)|answer 503/] });

  test('a member reads plan and history, the last card stays, and an absent provider is reported @full', async ({
    page,
  }) => {
    await signInAs(page, personas.member, '/billing');
    const plan = page.getByRole('region', { name: 'Current plan' });
    await expect(plan).toContainText('Monthly hours12');
    await expect(plan).toContainText('Dedicated Concierge');
    const history = page.getByRole('region', { name: 'Billing history' });
    const invoice = history.getByRole('listitem').filter({ hasText: 'Standard Plan' }).first();
    await expect(invoice).toContainText('$1,400.99');
    await expect(invoice).toContainText('Paid');
    const popup = page.waitForEvent('popup');
    await invoice.getByRole('link', { name: /^Invoice for Standard Plan/ }).click();
    const opened = await popup;
    await expect(opened.getByText('1,400.99').first()).toBeVisible();
    await opened.close();

    await page.getByRole('button', { name: 'Remove Visa ending 4242' }).click();
    await expect(sheet(page)).toContainText('It pays for your plan: add another card first.');
    await expect(sheet(page).getByRole('button', { name: 'Remove card' })).toHaveCount(0);
    await sheet(page).getByRole('button', { name: 'Add another card' }).click();
    await expect(sheet(page).getByLabel('Card number')).toBeVisible();
    await add(page, '5555 5555 5555 4444');
    await toast(page, 'Payment method added');
    const away = async (path: string) =>
      page.route(path, (route) =>
        route.fulfill({
          status: 503,
          json: {
            code: 'payment_unavailable',
            message: 'Card payments are not available just now.',
            requestId: 'r',
          },
        }),
      );
    await away('**/api/payment-methods/*');
    await page.getByRole('button', { name: 'Remove Mastercard ending 4444' }).click();
    await sheet(page).getByRole('button', { name: 'Remove card' }).click();
    await toast(page, 'Failed to remove payment method', 'Please try again.');
    await expect(cardRow(page, 'Mastercard ending 4444')).toBeVisible();
    await away('**/api/payment-methods/*/default');
    await page.getByRole('button', { name: 'Make default Mastercard ending 4444' }).click();
    await toast(page, 'Failed to update default payment method', 'Please try again.');
    await away('**/api/create-setup-intent');
    await page.getByRole('button', { name: 'Add card' }).click();
    await toast(page, 'Failed to add payment method', 'No card was added.');
    await page.unrouteAll();
    await sheet(page).getByRole('button', { name: 'Try again' }).click();
    await expect(sheet(page).getByLabel('Card number')).toBeVisible();

    await away('**/api/payment-methods');
    await page.goto('/services');
    await page.goto('/billing');
    await expect(page.getByRole('heading', { name: 'Visa ending 4242' })).toBeVisible();
  });

  test('every payment shows its day, sum and state; cards that fail to load say so, and appear later @full', async ({
    page,
  }) => {
    await signInAs(page, personas.member);
    // Cents, and seconds since 1970; in Sydney it is already the next day.
    const created = Date.parse('2024-02-29T22:30:00Z') / 1000;
    await page.route('**/api/billing-history', (route) =>
      route.fulfill({
        json: ['paid', 'open', 'refunded', 'failed'].map((status, at) => ({
          id: `in_${at}`,
          amount_paid: 9505 + at * 100_000,
          amount_refunded: status === 'refunded' ? 9505 + at * 100_000 : 0,
          description: `${status} work`,
          created: created - at * 86_400,
          status,
          hosted_invoice_url: at ? null : '/sandbox/payments/invoices/in_0',
        })),
      }),
    );
    await page.route('**/api/payment-methods', (route) =>
      route.fulfill({ status: 503, json: { code: 'payment_unavailable', message: 'No', requestId: 'r' } }),
    );
    await page.goto('/billing');
    await expect(page.getByText('Your cards did not load')).toBeVisible();
    const items = page.getByRole('region', { name: 'Billing history' }).getByRole('listitem');
    await expect(items).toHaveText([
      /^paid workFri 1 Mar 2024Invoice.*\$95\.05Paid$/,
      /^open workThu 29 Feb 2024\$1,095\.05Open$/,
      /^refunded workWed 28 Feb 2024\$2,095\.05Refunded$/,
      /^failed workTue 27 Feb 2024\$3,095\.05Failed$/,
    ]);
    await expect(items.first().getByRole('time')).toHaveAttribute(
      'title',
      /^Friday,? 1 March 2024 at 9:30 am/,
    );
    for (const [at, look] of ['completed', 'pending', 'scheduled', 'cancelled'].entries())
      await expect(items.nth(at).locator('.badge')).toHaveClass(`badge ${look}`);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Visa ending 4242' })).toBeVisible();
  });
});

test.describe('on a network that loses the provider’s answers', () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('an added card is reported as added @full', async ({ page }) => {
    await signInAs(page, personas.newcomer, '/billing');
    await openAdd(page);
    await page.route('**/sandbox/payments/v1/setup_intents/*/confirm', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await add(page, cards.good);
    await toast(page, 'Payment method added');
    await expect(cardRow(page, 'Visa ending 4242')).toHaveCount(1);
  });
});

test('a return from the bank after adding a card is reported, and leaves nothing in the address @full', async ({
  page,
}) => {
  await signInAs(page, personas.member);
  const back = 'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2';
  await page.goto(`/billing?${back}&redirect_status=succeeded`);
  await toast(page, 'Payment method added');
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`/billing?${back}&redirect_status=failed`);
  await toast(page, 'Error adding payment method', 'Your bank did not approve this card.');
  expect(new URL(page.url()).search).toBe('');
});

test.describe('with its worker', () => {
  test.use({ worker: true });

  test('stored plan, cards and history are shown offline, and changes of cards wait for the network @full', async ({
    device,
    guard,
  }) => {
    guard.allow(...networkAway);
    const { page } = device;
    await signInAs(page, personas.member, '/billing');
    await expect(page.getByRole('heading', { name: 'Visa ending 4242' })).toBeVisible();
    await expect(page.getByText('$1,400.99').first()).toBeVisible();
    await workerReady(page);
    await device.offline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Visa ending 4242' })).toBeVisible();
    await expect(page.getByText('$1,400.99').first()).toBeVisible();
    await expect(page.getByText('Cards can be changed when the network is back.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add card' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Remove Visa ending 4242' }).click({ force: true });
    await expect(sheet(page)).toHaveCount(0);
  });
});

test.describe('on the narrowest phone by night @full', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 320, height: 720 } });

  test('axe finds nothing at 320 px and with text twice as large, dialogs too, and nothing is cut off', async ({
    page,
  }) => {
    await signInAs(page, personas.member, '/billing');
    await expect(page.getByRole('heading', { name: 'Visa ending 4242' })).toBeVisible();
    await openAdd(page);
    await add(page, '5555 5555 5555 4444');
    await expect(cardRow(page, 'Mastercard ending 4444')).toBeVisible();
    const found = await findings(page, 'billing');
    await openAdd(page);
    await add(page, cards.declined);
    await expect(sheet(page).getByRole('alert')).toBeVisible();
    found.push(...(await findings(page, 'adding a card')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Mastercard ending 4444' }).click();
    found.push(...(await findings(page, 'removing a card')));
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    found.push(...(await findings(page, 'billing at 200 %')));
    await toCheckout(page);
    await expect(page.getByRole('radio', { name: /^Visa ending 4242/ })).toBeChecked();
    found.push(...(await findings(page, 'checkout with saved cards')));
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    found.push(...(await findings(page, 'checkout at 200 %')));
    expect(found).toEqual([]);
  });
});
