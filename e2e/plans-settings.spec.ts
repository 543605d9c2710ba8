import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const tablet = { width: 1180, height: 820 };

test.describe('on a tablet', () => {
  test.use({ viewport: tablet, allowed: [/status of 409/] });

  test('the owner publishes another price after a look at what follows; its member keeps the old one', async ({
    page,
    server,
  }) => {
    await signInAs(page, personas.admin, '/admin/settings/plans');
    const faults = [...(await layoutFaults(page)), ...(await axe(page, 'plans'))];
    await page.getByRole('button', { name: /^Standard/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Price a month in').fill('0');
    await sheet.getByRole('button', { name: 'Save Draft' }).click();
    await expect(sheet.getByLabel('Price a month in')).toBeFocused();
    await sheet.getByLabel('Price a month in').fill('1,500');
    faults.push(...(await axe(page, 'sheet')));

    // Typed text survives the sheet.
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Standard/ }).click();
    await expect(sheet.getByLabel('Price a month in')).toHaveValue('1,500');

    await sheet.getByRole('button', { name: 'Review and Publish' }).click();
    await expect(sheet.getByText('From now on, new members pay $1,500.00 a month for 12 h.')).toBeVisible();
    await expect(sheet.getByText(/^1 member keeps what they pay now/)).toBeVisible();
    faults.push(...(await axe(page, 'publish')));
    expect(faults).toEqual([]);
    await sheet.getByRole('button', { name: 'Publish Now' }).click();
    await expect(toastOf(page, 'Published')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Standard/ })).toContainText('$1,500.00');

    const { rows } = server;
    const sold = await rows((db) =>
      db
        .selectFrom('plans as p')
        .innerJoin('plan_versions as v', 'v.id', 'p.version_id')
        .select('v.price_cents')
        .where('p.id', '=', 'standard')
        .executeTakeFirstOrThrow(),
    );
    expect(sold.price_cents).toBe(150_000);
  });
});
