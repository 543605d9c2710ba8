import type { Page } from 'playwright';
import type { View } from './view.ts';

const path = '/admin/settings/offer';

/** The owner's services. */
export function offerViews(): View[] {
  const admin = (name: string, act?: View['act']): View => ({ name, path, as: 'admin', ...(act && { act }) });
  const press =
    (name: string): View['act'] =>
    async (page: Page) => {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    };
  return [
    admin('admin-offer'),
    admin('admin-offer-nothing', (page) => page.getByLabel('Find a service').fill('zzz')),
    admin('admin-offer-service', async (page) => {
      await page.getByRole('button', { name: /^Lawn mowing/ }).click();
      await page.getByRole('dialog').waitFor();
    }),
    admin('admin-offer-preview', async (page) => {
      await page.getByRole('button', { name: /^Lawn mowing/ }).click();
      await page.getByRole('button', { name: 'Save Service' }).scrollIntoViewIfNeeded();
    }),
    admin('admin-offer-wrong', async (page) => {
      await page.getByRole('button', { name: 'New Service' }).click();
      await page.getByLabel('Price in').fill('0');
      await page.getByRole('button', { name: 'Save Service' }).click();
    }),
    admin('admin-offer-questions', async (page) => {
      await page.getByRole('button', { name: /^Lawn mowing/ }).click();
      await page.getByRole('button', { name: 'Add a Question' }).click();
      await page.getByLabel('Question 1', { exact: true }).fill('Which mower should we use?');
      await page.getByLabel('Answered with').selectOption('choice');
      await page.getByLabel('Answers to choose from').fill('Yours\nOurs');
      await page.getByLabel('Remove question 1').scrollIntoViewIfNeeded();
    }),
    admin('admin-offer-category', press('New Category')),
    admin('admin-offer-order', press('Order Categories')),
    ...(['loading', 'error', 'offline'] as const).map(
      (state): View => ({ name: `admin-offer-${state}`, path, as: 'admin', state }),
    ),
  ];
}
