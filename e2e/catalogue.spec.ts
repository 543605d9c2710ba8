import type { Page } from 'playwright/test';
import { dialog, field } from './booking-forms.ts';
import { layoutFaults } from './layout.ts';
import { bookBy, fillPlanDetails, find, holdBack, onTheWay, stretchTimers, submit, unfold } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('a member compares the ways to book before choosing, can change the choice, and books again with the last details', async ({
  page,
}) => {
  await signInAs(page, personas.member);
  await find(page, 'Lawn mowing');
  await page.getByRole('button', { name: 'Book Lawn mowing' }).click();
  await expect(dialog(page)).toContainText(
    /1\.5 h of (the \d+(\.\d+)? h that you have free to book|your plan)/,
  );
  await expect(dialog(page)).toContainText('$95 once, by card');
  await dialog(page).getByRole('button', { name: 'Book Without Subscription - $95' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Book this service' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Book with Subscription' }).click();
  await fillPlanDetails(page);
  await field(page, 'Notes (optional)').fill('Mind the cat');
  await submit(page);
  await page.waitForURL((url) => url.pathname.startsWith('/bookings/'));
  await expect(page.getByRole('heading', { level: 1, name: 'Lawn mowing' })).toBeVisible();

  await page.goto('/services');
  const again = page.getByRole('region', { name: 'Book again' });
  await again.getByRole('button', { name: /^Lawn mowing/ }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Book with Subscription' })).toBeVisible();
  await expect(field(page, 'Notes (optional)')).toHaveValue('Mind the cat');
  await unfold(page);
  await expect(field(page, 'Service address')).toHaveValue('12 Banksia Street, Newtown NSW');
});

const bookingsCall = /\/api\/bookings(\?|$)/;

test('services appear together with what a member may book again, and the tabs follow the scrolling', async ({
  page,
}) => {
  // The bookings come later than the services.
  await page.route(bookingsCall, async (route) => {
    const [answer] = await Promise.all([route.fetch(), servicesCame]);
    await route.fulfill({ response: answer });
  });
  const servicesCame = page.waitForResponse('**/api/services').then((response) => response.finished());
  // The services wait 1 s for the other answer, which a slow machine may hold for longer.
  await stretchTimers(page, 1000);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.service-card') && !document.querySelector('.book-again'))
        document.documentElement.dataset.cameAlone = '';
    }).observe(document, { childList: true, subtree: true });
  });
  await signInAs(page, personas.member, '/services');
  await expect(page.getByRole('region', { name: 'Book again' })).toBeVisible();
  await expect(page.locator('.service-card')).toHaveCount(25);
  await expect(page.locator('html')).not.toHaveAttribute('data-came-alone');

  await page.locator('[aria-label="Leaf raking"]').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole('tab', { name: 'Outdoor' })).toHaveAttribute('aria-selected', 'true');

  // An address may name the category at which the page begins, as the landing page's do.
  const id = await page.locator('[data-section]').nth(3).getAttribute('data-section');
  await page.goto(`/services?category=${id}`);
  await expect(page.getByRole('heading', { name: 'Personal Services' })).toBeInViewport();
  await expect(page.getByRole('tab', { name: 'Personal' })).toHaveAttribute('aria-selected', 'true');

  // The first results are there with the letter, the others once somebody scrolls to them.
  const cards = page.locator('.service-card').filter({ visible: true });
  await page.getByLabel('Search services').fill('e');
  await expect(cards).toHaveCount(6);
  await cards.first().hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => cards.count()).toBeGreaterThan(6);
});

const lateAnswers: Record<string, (page: Page) => Promise<() => void>> = {
  'comes late': (page) => holdBack(page, bookingsCall),
  'fails at first': async (page) => {
    const json = { code: 'unavailable', message: 'x', requestId: 'x' };
    await page.route(bookingsCall, (route) => route.fulfill({ status: 503, json }), { times: 1 });
    return () => {};
  },
};
for (const [how, prepare] of Object.entries(lateAnswers)) {
  test(`what a member may book again, if it ${how}, pushes no service away, and is there on the next visit @full`, async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 503/, /answer 503/);
    const again = page.getByRole('region', { name: 'Book again' });
    const letGo = await prepare(page);
    const calls = onTheWay(page, (request) => bookingsCall.test(request.url()));
    await page.addInitScript(() => {
      const watch = () => {
        if (!document.querySelector('.book-again')?.checkVisibility()) return;
        document.documentElement.dataset.cameLate = '';
      };
      new MutationObserver(watch).observe(document, { childList: true, subtree: true });
    });
    await signInAs(page, personas.member, '/services');
    await expect(page.locator('.service-card')).toHaveCount(25);
    letGo();
    await expect.poll(calls).toBe(0);
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect(page.locator('.booking-card').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-came-late');
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await expect(again).toBeVisible();
  });
}

for (const [width, height, columns] of [
  [360, 640, 1],
  [699, 844, 1],
  [700, 1180, 2],
  [1099, 820, 2],
  [1100, 820, 3],
] as const) {
  test.describe(`on a screen of ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test(`services are in columns: ${columns}, and no card of a phone is higher than 200 px @full`, async ({
      page,
    }) => {
      await page.goto('/services');
      const cards = page.locator('.service-card');
      await expect(cards).toHaveCount(25);
      const boxes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(columns);
      if (columns === 1) expect(Math.max(...boxes.map((box) => box.height))).toBeLessThanOrEqual(200);
      expect(await layoutFaults(page)).toEqual([]);
      await bookBy(page, 'Book with Subscription');
      await page.waitForURL((url) => url.pathname.startsWith('/sandbox/identity'));
    });
  });
}
