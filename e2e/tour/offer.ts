import type { Page } from 'playwright';
import { aPicture } from '../../api/testing/builders/photos.ts';
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
    {
      ...admin('admin-offer-planned', async (page) => {
        await page.getByRole('button', { name: /^Lawn mowing/ }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByLabel('Price in').fill('110');
        await sheet.getByLabel('Customers see it', { exact: true }).selectOption('On a day');
        await sheet.getByLabel('From', { exact: true }).fill(`${new Date().getUTCFullYear() + 1}-03-01`);
        await sheet.getByRole('button', { name: 'Publish on That Day' }).scrollIntoViewIfNeeded();
      }),
      alone: true,
    },
    {
      ...admin('admin-offer-waiting', async (page) => {
        await page
          .getByRole('button', { name: /^Snow shoveling/ })
          .last()
          .click();
        const waiting = page.getByRole('region', { name: 'Not published yet' });
        // The draft of an earlier picture is still there.
        if (await waiting.isVisible()) return waiting.scrollIntoViewIfNeeded();
        await page.getByRole('button', { name: /^Snow shoveling/ }).click();
        const sheet = page.getByRole('dialog');
        const buffer = Buffer.from(await aPicture({ width: 480, height: 320 }));
        await sheet
          .getByLabel('Picture of the service')
          .setInputFiles({ name: 'snow.jpg', mimeType: 'image/jpeg', buffer });
        await sheet.getByAltText('The uploaded one').waitFor();
        await sheet.getByLabel('Customers see it', { exact: true }).selectOption('Not yet: keep a draft');
        await sheet.getByRole('button', { name: 'Keep Draft' }).click();
        await waiting.scrollIntoViewIfNeeded();
      }),
      alone: true,
    },
    admin('admin-offer-draft', async (page) => {
      await page.getByRole('region', { name: 'Not published yet' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Drop Draft' }).scrollIntoViewIfNeeded();
    }),
    {
      // Beside the draft of the pictures before.
      ...admin('admin-offer-together', async (page) => {
        const together = page.getByRole('button', { name: 'Publish Together' });
        if (!(await together.isVisible())) {
          await page
            .getByRole('button', { name: /^Deck staining/ })
            .last()
            .click();
          const sheet = page.getByRole('dialog');
          await sheet.getByLabel('Price in').fill('399');
          await sheet.getByLabel('Customers see it', { exact: true }).selectOption('Not yet: keep a draft');
          await sheet.getByRole('button', { name: 'Keep Draft' }).click();
        }
        await together.click();
        await page.getByRole('dialog').getByRole('list').waitFor();
      }),
      alone: true,
    },
    admin('admin-offer-category', press('New Category')),
    admin('admin-offer-order', press('Order Categories')),
    ...(['loading', 'error', 'offline'] as const).map(
      (state): View => ({ name: `admin-offer-${state}`, path, as: 'admin', state }),
    ),
  ];
}
