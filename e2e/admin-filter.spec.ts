import type { Page } from 'playwright/test';
import { axe } from './axe.ts';
import { workerReady } from './device.ts';
import { expect, personas, signInAs, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Filter' });

test.describe('the customer of the filter', () => {
  test.use({ viewport: { width: 820, height: 1180 }, allowed: [/500/] });

  const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Customer' });
  const offer = (page: Page, name: string | RegExp) =>
    dialog(page).getByRole('listbox').getByRole('option', { name });

  test('is found by typing, chosen with the keys, and shown by name after a reload @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    await page.getByRole('button', { name: 'Filter' }).click();
    await field(page).click();
    await expect(offer(page, /./)).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(offer(page, /./)).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();

    await field(page).pressSequentially('zz');
    await expect(dialog(page).getByText('Nobody has such a name or address.')).toHaveCount(2);
    await field(page).fill('newc');
    await expect(offer(page, 'Noah Tran newcomer@example.com')).toHaveAttribute('aria-selected', 'true');
    await field(page).fill('');
    await expect(offer(page, /./)).toHaveCount(4);
    await expect(dialog(page).getByRole('status').filter({ hasText: '4 found' })).toHaveCount(1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(offer(page, /./).first()).toHaveAttribute('aria-selected', 'true');
    expect(await axe(page, 'customers offered')).toEqual([]);
    await field(page).fill('no tr');
    await expect(offer(page, /./)).toHaveCount(1);
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await offer(page, /Noah/).getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Noah Tran');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    // Text that is typed without a choice leaves the earlier choice.
    await field(page).fill('oli');
    await expect(offer(page, /Olivia/)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field(page)).toHaveValue('Noah Tran');
    // Escape restores it even after the field was emptied.
    await field(page).fill('');
    await expect(offer(page, /./)).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('Noah Tran');
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL(/\/admin\?customer=[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible();

    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove Noah Tran' })).toBeVisible();
    expect(reads.filter((path) => path.startsWith('/api/admin/users'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(field(page)).toHaveValue('Noah Tran');
    await dialog(page).getByRole('button', { name: 'Clear Customer' }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin');
  });

  test.describe('with its worker', () => {
    test.use({ worker: true });

    test('shows why the list is empty, and can look again @full', async ({ page, device }) => {
      await signInAs(page, personas.admin, '/admin');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500, json: {} }));
      await field(page).fill('oli');
      const again = dialog(page).getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible();
      expect(await axe(page, 'customers that did not load')).toEqual([]);
      await page.unroute('**/api/admin/users?*');
      await again.click();
      await expect(offer(page, /Olivia/)).toBeVisible();

      await workerReady(page);
      await device.offline(true);
      await expect(
        dialog(page)
          .getByText(/^You are offline/)
          .first(),
      ).toBeVisible();
      await device.offline(false);
      await offer(page, /Olivia/).click();
      await expect(field(page)).toHaveValue('Olivia Bennett');
      await dialog(page).getByRole('button', { name: 'Show Bookings' }).click();
      await expect(page.getByRole('button', { name: 'Remove Olivia Bennett' })).toBeVisible();
    });
  });
});

test.describe('on a phone', () => {
  test('the filter is in the address, survives reload and Back, and can be removed piece by piece @full', async ({
    page,
  }) => {
    await signInAs(page, personas.admin, '/admin');
    await page.getByRole('button', { name: 'Filter' }).click();
    const filter = dialog(page);
    await filter.getByRole('checkbox', { name: 'Cancelled' }).check();
    await filter.getByRole('checkbox', { name: 'Pending' }).check();
    await filter.getByLabel('Payment').selectOption('Plan hours');
    expect(await axe(page, 'the filter')).toEqual([]);
    await filter.getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin?status=pending%2Ccancelled&payment=subscription');
    const rows = page.getByRole('region', { name: /, [\da-f]{8}$/ });
    await expect(rows).toHaveCount(2);

    await page.reload();
    await expect(rows).toHaveCount(2);
    await page.getByRole('link', { name: 'Leaf raking' }).click();
    await expect(page.getByRole('heading', { name: 'Hours and payment' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin?status=pending%2Ccancelled&payment=subscription');
    await page.getByRole('button', { name: 'Remove Pending or Cancelled' }).click();
    await expect(page).toHaveURL('/admin?payment=subscription');
    await page.getByRole('button', { name: 'Remove Plan hours' }).click();
    await expect(page).toHaveURL('/admin');

    await page.getByRole('button', { name: 'Filter' }).click();
    await filter.getByLabel('Payment').selectOption('Not paid');
    await filter.getByRole('button', { name: 'Show Bookings' }).click();
    await expect(page).toHaveURL('/admin?payment=unpaid');
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove Not paid' }).click();
    await expect(page).toHaveURL('/admin');

    await page.getByLabel('Search bookings').fill('leaf rak');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL('/admin?text=leaf+rak');
    await page.getByLabel('Search bookings').fill('bennet leaf');
    await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all bookings' }).click();
    await expect(rows).toHaveCount(9);
  });
});
