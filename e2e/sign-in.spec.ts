import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { expect, personas, signInByHand, test } from './test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the sandbox's sign-in page, ${colorScheme}${colorScheme === 'light' ? '' : ' @full'}`, () => {
    test.use({ colorScheme });

    test('offers the personas and a field, is accessible, and says that it is a sandbox', async ({
      page,
    }) => {
      await page.goto('/api/login');
      await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
      for (const email of Object.values(personas))
        await expect(page.getByRole('button', { name: email })).toBeVisible();
      expect(await axe(page, 'sign-in')).toEqual([]);

      // The server checks: a browser refuses addresses with letters outside ASCII.
      await page.getByLabel('E-mail').fill('someone@');
      await page.getByLabel('E-mail').press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Please provide a valid email address');
      await expect(page.getByLabel('E-mail')).toHaveValue('someone@');
      await expect(page.getByLabel('E-mail')).toBeFocused();
      expect(await axe(page, 'sign-in')).toEqual([]);
      const room = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(room[0]).toBe(room[1]);
    });
  });
}

test('a persona signs in with one tap and out again, and the page asks for the next', async ({ page }) => {
  await signInByHand(page, personas.member, '/profile');
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible();
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('hearthkeep');
  await signInByHand(page, 'jordan.smith@example.com', '/profile');
  const answer = await page.request.get('/api/auth/user');
  expect(await answer.json()).toMatchObject({ firstName: 'Jordan', lastName: 'Smith' });
});

test('a browser at 127.0.0.1 returns there, through the page of localhost @full', async ({
  page,
  server,
}) => {
  const other = server.url.replace('localhost', '127.0.0.1');
  await page.goto(`${other}/api/login?returnTo=/services`);
  await page.getByRole('button', { name: personas.newcomer }).click();
  await page.waitForURL(`${other}/services`);
});

test.describe('with its worker', () => {
  test.use({ worker: true });

  test('signing out by a typed address leaves nothing of the person on the device @full', async ({
    page,
    guard,
  }) => {
    guard.allow(
      // Chromium reports the data that it has cleared.
      /Clear-Site-Data header .* Cleared data types: "storage"/,
      // The server tells the page that is being left that its session has ended, and the page asks who is signed in.
      /status of 401 .*\/api\/auth\/user/,
    );
    await signInByHand(page, personas.member, '/bookings');
    await workerReady(page);
    await page.evaluate(() => localStorage.setItem('left', 'behind'));
    await page.goto('/api/logout');
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => [localStorage.getItem('left'), document.cookie])).toEqual([null, '']);
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  });
});

test.describe('with sandboxes open to others', () => {
  test.use({ serverOptions: { env: { SANDBOX: '1' } } });

  test('every page bears the word, so that nobody takes it for real @full', async ({ page }) => {
    const bears = async (path: string) => {
      await page.goto(path);
      await expect(page.getByText('Sandbox', { exact: true }), path).toBeVisible();
    };
    for (const path of ['/', '/signin']) await bears(path);
    await signInByHand(page, personas.admin, '/services');
    for (const path of ['/', '/services', '/bookings', '/billing', '/profile', '/admin', '/admin/disputes'])
      await bears(path);
  });
});
