import type { Page } from 'playwright/test';
import { paidOnce } from './checkout.ts';
import { books, pay, toastOf, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';
import { takenCents, testCards } from './test-cards.ts';

const bank = (page: Page) => page.getByRole('dialog', { name: '3D Secure authentication' });
const unauthenticated = 'We are unable to authenticate your payment method.';
const failing = testCards.filter(({ refused }) => refused);
const asking = testCards.filter(({ asks, refused }) => asks && !refused);

test.use({ allowed: [/status of 402/] });
// One card after another, as a person tries them.

/** Reads a refusal's text, and closes its toast so that the next one is seen to appear. */
async function refusal(page: Page, title: string, text: string): Promise<void> {
  const toast = toastOf(page, title, 'destructive');
  await expect(toast).toContainText(text);
  await toast.getByRole('button', { name: 'Close notification' }).click();
  await expect(toast).toHaveCount(0);
}

async function tryAll(page: Page, title: string, submit: (card: string) => Promise<void>): Promise<void> {
  for (const { number, asks, refused = '' } of failing) {
    await submit(number);
    if (asks) await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
    await refusal(page, title, refused);
  }
  for (const { number } of asking) {
    await submit(number);
    await bank(page).getByRole('button', { name: 'Fail authentication' }).click();
    await refusal(page, title, unauthenticated);
  }
}

test('failing cards book and charge nothing and show the reason; a card approved by the bank books once @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  const before = takenCents(server);
  await toCheckout(page);
  await tryAll(page, 'Payment Failed', (card) => pay(page, card));
  expect(takenCents(server)).toEqual(before);
  expect(await books(server, personas.newcomer)).toEqual({
    bookings: [],
    payments: [{ status: 'awaiting' }],
  });

  await pay(page, '4000 0000 0000 3220');
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(takenCents(server)).toEqual([...before, 18_900]);
  expect(await books(server, personas.newcomer)).toEqual(paidOnce);
});

test('failing cards start no plan and show the reason; a card approved by the bank starts it once @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer, '/subscribe?tier=basic');
  const before = takenCents(server);
  await tryAll(page, 'Payment Failed', (card) => pay(page, card, /^subscribe/i));
  const plans = () =>
    server.rows((db) =>
      db
        .selectFrom('subscriptions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .leftJoin('hour_grants as g', 'g.user_id', 'u.id')
        .select(['s.tier', 's.status', 'g.minutes'])
        .where('u.email', '=', personas.newcomer)
        .execute(),
    );
  expect(takenCents(server)).toEqual(before);
  expect(await plans()).toEqual([{ tier: 'basic', status: 'incomplete', minutes: null }]);

  await pay(page, '4000 0027 6000 3184', /^subscribe/i);
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
  await expect(toastOf(page, 'Welcome to your Basic Plan')).toBeVisible();
  expect(takenCents(server)).toEqual([...before, 65_099]);
  expect(await plans()).toEqual([{ tier: 'basic', status: 'active', minutes: 300 }]);
});

test('a card that cannot be saved shows the reason; others are saved, and one that fails later says so when charged @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer, '/billing');
  const before = takenCents(server);
  const sheet = page.getByRole('dialog').filter({ has: page.getByLabel('Card number') });
  const fill = async (number: string) => {
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: 'Add card' }).first().click();
    await sheet.getByLabel('Card number').fill(number);
    await sheet.getByLabel('Expiry').fill('12 / 34');
    await sheet.getByLabel('CVC').fill('123');
    await sheet.getByRole('button', { name: 'Add card' }).click();
  };
  for (const { number, asks, refused, attaches } of testCards) {
    await fill(number);
    if (asks) await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
    if (refused && !attaches) await refusal(page, 'Error adding payment method', refused);
    else {
      await expect(sheet).toHaveCount(0);
      await expect(page.getByRole('heading', { name: `Visa ending ${number.slice(-4)}` })).toBeVisible();
    }
  }
  await expect(page.locator('.billing-list h3')).toHaveCount(6);

  await toCheckout(page);
  await page.getByRole('radio', { name: /Visa ending 0341/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await refusal(page, 'Payment Failed', 'Your card was declined.');
  expect(takenCents(server)).toEqual(before);
  // The card was authenticated when it was saved.
  await page.getByRole('radio', { name: /Visa ending 3155/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
  expect(takenCents(server)).toEqual([...before, 18_900]);
});
