import { axe } from './axe.ts';
import { tabletOf } from './chat.ts';
import { layoutFaults } from './layout.ts';
import { cards, pay, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a payment that a bank disputes stops its booking, and the team sees what there is to answer with', async ({
  page,
  browser,
  guard,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await toCheckout(page);
  await pay(page, cards.disputed);
  await page.waitForURL((url) => url.pathname === '/bookings');
  await page
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  await expect(page.getByText(/^Your bank is looking into the payment/)).toBeVisible();
  expect(await axe(page, 'a booking that is disputed')).toEqual([]);

  const tablet = await tabletOf({ browser, guard, server }, personas.admin, '/admin/disputes');
  const dispute = tablet.page.getByRole('region', { name: /House and bathroom cleaning/ });
  await expect(dispute.getByText('The bank decides')).toBeVisible();
  await dispute.getByRole('button', { name: 'Show Evidence' }).click();
  await expect(dispute.getByRole('button', { name: 'Hide Evidence' })).toBeVisible();
  expect(await axe(tablet.page, 'disputes')).toEqual([]);
  expect(await layoutFaults(tablet.page)).toEqual([]);
  await tablet.discard();
});
