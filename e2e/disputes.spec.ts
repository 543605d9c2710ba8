import { axe } from './axe.ts';
import { tabletOf } from './chat.ts';
import { layoutFaults } from './layout.ts';
import { cards, pay, toCheckout } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a disputed payment freezes its booking, and the team sees the evidence @full', async ({
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

test('a member with a disputed plan reads why its hours cannot be used @full', async ({ page }) => {
  await signInAs(page, personas.member);
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch();
    const disputed = { since: '2026-11-20T02:00:00.000Z' };
    await route.fulfill({ response, json: { ...(await response.json()), disputed } });
  });
  for (const path of ['/profile', '/billing']) {
    await page.goto(path);
    await expect(
      page.getByText(/^Your bank has been looking into a payment of your plan since/),
    ).toBeVisible();
    expect(await axe(page, `a disputed plan at ${path}`)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
  }
});
