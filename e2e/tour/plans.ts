import type { Page } from 'playwright';
import type { View } from './view.ts';

const path = '/admin/settings/plans';

/** Opens a plan and types another price. */
async function draft(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Standard/ }).click();
  await page.getByRole('dialog').getByLabel('Price a month in').fill('1500');
}

async function review(page: Page): Promise<void> {
  await draft(page);
  await page.getByRole('button', { name: 'Review and Publish' }).click();
  await page.getByRole('heading', { name: 'What follows' }).waitFor();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}

/** The owner's plans. */
export function planViews(): View[] {
  const admin = (name: string, act?: View['act']): View => ({ name, path, as: 'admin', ...(act && { act }) });
  return [
    admin('admin-plans'),
    admin('admin-plans-edit', draft),
    admin('admin-plans-new', async (page) => {
      await page.getByRole('button', { name: 'New Plan' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Garden & Home');
    }),
    admin('admin-plans-wrong', async (page) => {
      await page.getByRole('button', { name: 'New Plan' }).click();
      await page.getByRole('dialog').getByLabel('Price a month in').fill('0');
      await page.getByRole('button', { name: 'Save Draft' }).click();
    }),
    admin('admin-plans-publish', review),
    admin('admin-plans-move', async (page) => {
      await review(page);
      await page.getByRole('radio', { name: /^Move to/ }).check();
    }),
    ...(['loading', 'error', 'offline'] as const).map(
      (state): View => ({ name: `admin-plans-${state}`, path, as: 'admin', state }),
    ),
  ];
}
