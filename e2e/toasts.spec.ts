import type { Page } from 'playwright/test';
import { networkAway } from './guard.ts';
import { apart } from './layout.ts';
import { expect, personas, signInAs, test } from './test.ts';

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

/** Raises a toast that stays until it is closed, in place of an earlier one. */
const raise = async (page: Page) => {
  await toast(page).evaluateAll((before) => {
    for (const one of before) one.setAttribute('data-before', '');
  });
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await expect(toast(page).and(page.locator(':not([data-before])'))).toContainText('You are still signed in');
};

/** Swipes from the middle to the right, or to the left if negative. */
async function swipe(page: Page, px: number): Promise<void> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('There is no toast');
  const x = box.x + box.width / 2;
  const y = box.y + 8;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + Math.sign(px) * 10, y);
  await page.mouse.move(x + px, y);
  await page.mouse.up();
}

test.describe('a toast', () => {
  test.use({ allowed: networkAway });

  test('closes after 5 s, waits while it is touched, is alone, closes by a swipe of 50 px to the right alone, and F8 finds it @full', async ({
    page,
  }) => {
    await page.clock.install();
    await signInAs(page, personas.member, '/profile');
    await expect(page.getByRole('button', { name: 'Sign Out' }).last()).toBeVisible();
    await page.route('**/api/logout', (route) => route.abort('internetdisconnected'));

    await raise(page);
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast(page)).toHaveCount(0);
    await page.mouse.move(5, 5);

    await page.clock.pauseAt(Date.now() + 60_000);
    await raise(page);
    await expect(toast(page)).toHaveClass(/destructive/);
    await page.clock.runFor(4900);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page)).toHaveCount(0);

    // The tapped element stays free, so that it can be tapped again; and there is never a second toast.
    await raise(page);
    await raise(page);
    await expect(toast(page)).toHaveCount(1);

    // A closing toast is still visible, so its state is read too.
    for (const tooLittle of [-150, 49]) {
      await swipe(page, tooLittle);
      await page.clock.runFor(100);
      await expect(toast(page), `after ${tooLittle} px`).toHaveAttribute('data-state', 'open');
      await expect(toast(page)).toBeInViewport({ ratio: 1 });
    }
    // The toast's time stands still under a finger or a pointer.
    await page.clock.runFor(10_000);
    await expect(toast(page)).toBeVisible();
    await swipe(page, 50);
    await expect(toast(page)).toHaveCount(0);

    // The last toast closed under the pointer; the next one still has its own time.
    await page.mouse.move(5, 5);
    await raise(page);
    await page.clock.runFor(5100);
    await expect(toast(page)).toHaveCount(0);

    await raise(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
    await page.clock.runFor(10_000);
    await page.keyboard.press('Tab');
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Close notification' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toHaveCount(0);
  });

  test('a toast over an open dialog can be read, touched and closed, and the dialog stays @full', async ({
    page,
  }) => {
    await page.clock.install();
    await signInAs(page, personas.member, '/');
    await page.route('**/api/logout', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Sign Out' }).click();
    await expect(drawer.getByText('You are still signed in')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close notification' }).click();
    await expect(page.getByText('You are still signed in')).toHaveCount(0);
    await expect(drawer).toBeVisible();

    // A toast visible when the dialog closes stays, and covers no bar.
    await page.clock.pauseAt(Date.now() + 60_000);
    await drawer.getByRole('button', { name: 'Sign Out' }).click();
    await expect(drawer.getByText('You are still signed in')).toBeVisible();
    await page.goBack();
    await page.clock.runFor(500);
    await expect(drawer).toHaveCount(0);
    await expect(toast(page)).toBeVisible();
    for (const bar of [page.getByRole('navigation', { name: 'Main' }), page.locator('ion-header:visible')])
      await expect
        .poll(async () => apart(await toast(page).boundingBox(), await bar.boundingBox()))
        .toBe(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile');
  });
});
