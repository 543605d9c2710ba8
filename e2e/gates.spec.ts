import type { Page } from 'playwright/test';
import { lastRead, pauseClock, tickMs, tickUntil, withoutSocket } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const nothing = '00000000-0000-4000-8000-000000000000';
const atSignIn = (url: URL) => url.pathname.startsWith('/sandbox/identity');
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

/** Holds the page on its way to the sign-in. @returns the addresses to return to */
async function holdSignIn(page: Page): Promise<(string | null)[]> {
  const returnAddresses: (string | null)[] = [];
  await page.route('**/api/login?*', (route) => {
    returnAddresses.push(new URL(route.request().url()).searchParams.get('returnTo'));
    return route.fulfill({ status: 204 });
  });
  return returnAddresses;
}

/** The time for which the notice could be read, in ms by the page's own clock, which the test moves. */
async function watchNotice(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shown = new MutationObserver(() => {
      if (!document.querySelector('.toast')) return;
      shown.disconnect();
      const at = performance.now();
      const keep = () => sessionStorage.setItem('read', String(performance.now() - at));
      addEventListener('beforeunload', keep, { once: true });
    });
    shown.observe(document, { childList: true, subtree: true });
  });
  const read = () => page.evaluate(() => sessionStorage.getItem('read'));
  return async () => {
    await tickUntil(page, async () => (await read()) !== null);
    const ms = Number(await read());
    await page.evaluate(() => sessionStorage.removeItem('read'));
    return ms;
  };
}

/** 500 ms (spec §9) since the notice; a part of it passes before it is visible. */
function expectHalfASecond(ms: number): void {
  expect(ms).toBeGreaterThan(400);
  expect(ms).toBeLessThanOrEqual(500 + tickMs);
}

test('bookings, billing, profile and subscribe tell a visitor and go to the sign-in, which leads back', async ({
  page,
}) => {
  const returnAddresses = await holdSignIn(page);
  await pauseClock(page);
  const noticeRead = await watchNotice(page);
  const gated = ['/bookings', '/billing', '/profile', '/subscribe'];
  for (const path of gated) {
    await page.goto(path);
    await tickUntil(page, () => toast(page).isVisible());
    await expect(toast(page)).toContainText('Please log in');
    await expect(toast(page)).toContainText('You must be logged in to see this page');
    expectHalfASecond(await noticeRead());
    await expect.poll(() => returnAddresses.at(-1)).toBe(path);
  }
  expect(returnAddresses).toEqual(gated);
  await page.clock.resume();
  await page.unroute('**/api/login?*');
  await page.goto('/subscribe');
  await page.waitForURL(atSignIn);
  await page.getByRole('button', { name: personas.newcomer }).click();
  await page.waitForURL((url) => url.pathname === '/subscribe');
});

test('a booking, checkout and admin ask a visitor in place; services are open @full', async ({ page }) => {
  await page.clock.install();
  for (const [path, title] of [
    [`/bookings/${nothing}`, 'Booking'],
    [`/checkout/${nothing}`, 'Checkout'],
    ['/admin', 'Admin'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Please log in' })).toBeVisible();
    await page.clock.runFor(2000);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto('/services');
  await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible();
  await page.clock.runFor(2000);
  expect(new URL(page.url()).pathname).toBe('/services');

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('button', { name: personas.newcomer }).click();
  await page.waitForURL((url) => url.pathname === '/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('an unknown booking, or another person’s, says so and leads back', async ({ page, server, guard }) => {
  guard.allow(/status of 404/);
  await signInAs(page, personas.newcomer);
  const others = await server.rows((db) =>
    db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select('b.id')
      .where('u.email', '=', personas.member)
      .executeTakeFirstOrThrow(),
  );
  for (const id of [nothing, others.id]) {
    await page.goto(`/bookings/${id}`);
    await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible();
    await expect(page.getByPlaceholder('Type your message...')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'All bookings' }).click();
  await page.waitForURL((url) => url.pathname === '/bookings');
});

test.describe('when the session ends while the app is open', () => {
  test.use({ allowed: [/status of 401/] });

  test('the next call says so and goes to the sign-in @full', async ({ page, server }) => {
    const returnAddresses = await holdSignIn(page);
    await page.clock.install();
    const noticeRead = await watchNotice(page);
    await withoutSocket(page);
    const read = lastRead(page);
    await signInAs(page, personas.member, '/services');
    await expect(page.getByRole('heading', { name: 'Services', level: 1 })).toBeVisible();
    await read;
    await server.rows((db) => db.deleteFrom('sessions').execute());
    await pauseClock(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click();
    await tickUntil(page, () => toast(page).isVisible());
    await expect(toast(page)).toContainText('Unauthorized');
    await expect(toast(page)).toContainText('You are logged out. Logging in again...');
    expectHalfASecond(await noticeRead());
    await expect.poll(() => returnAddresses).toEqual(['/billing']);
  });

  test('the dashboard shows its state for visitors, and says so @full', async ({ page, server }) => {
    await signInAs(page, personas.member, '/');
    await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
    await server.rows((db) => db.deleteFrom('sessions').execute());
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(toast(page)).toContainText('Welcome to Hearthkeep');
    await expect(toast(page)).toContainText('Log in to access your dashboard and book services');
    await expect(page.getByRole('heading', { name: 'Professional Services' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Personal Concierge' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Flexible Pricing' })).toBeVisible();
    await expect(page.getByText(/premium home services/i)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse Services' })).toHaveAttribute('href', '/services');
    await page.getByRole('button', { name: 'Get Started - Log In' }).click();
    await page.waitForURL(atSignIn);
    await page.getByRole('button', { name: personas.member }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back, Olivia!' })).toBeVisible();
  });

  test('one refused call asks the dashboard’s person to sign in again @full', async ({ page }) => {
    await signInAs(page, personas.member, '/');
    await expect(page.getByRole('heading', { name: 'Recent Bookings' })).toBeVisible();
    await page.route('**/api/bookings', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: '{"code":"unauthorized","message":"Unauthorized"}',
      }),
    );
    const returnAddresses = await holdSignIn(page);
    await page.goto('/');
    await expect(toast(page)).toContainText('Unauthorized');
    await expect.poll(() => returnAddresses).toEqual(['/']);
  });
});
