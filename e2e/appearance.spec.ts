import { axe } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const tablet = { width: 1180, height: 820 };
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#1d4ed8"/></svg>';

// The drawing with a script is refused.
test.use({ allowed: [/status of 400 .*\/api\/admin\/look\/pictures\/mark/] });

test('an owner gives the business a look and a headline, which hold at once, also before the first picture', async ({
  page,
}) => {
  await page.setViewportSize(tablet);
  await signInAs(page, personas.admin, '/admin/settings/look');
  const colour = page.getByLabel('Main colour', { exact: true });
  await colour.fill('#ffd400');
  await expect(page.getByText('Texts could not be read with this colour')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /^Use #/ }).click();
  await colour.fill('#1D4ED8');
  await page.getByLabel('Mark: file').setInputFiles({
    name: 'mark.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing.replace('<circle', '<script>alert(1)</script><circle')),
  });
  await expect(page.getByRole('alert')).toContainText('holds a script');
  await page.getByLabel('Mark: file').setInputFiles({
    name: 'mark.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing),
  });
  await expect(page.getByAltText('Your mark')).toBeVisible();
  await page.getByLabel('Face of headlines').selectOption('bricolage');
  expect([...(await layoutFaults(page)), ...(await axe(page, 'look'))]).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page, 'Published')).toBeVisible();
  const pine = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--pine'));
  await expect.poll(pine).toBe('#1d4ed8');

  await page.goto('/admin/settings/texts');
  await page.getByLabel('Headline', { exact: true }).fill('Home,\nin good hands.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page, 'Published')).toBeVisible();
  expect([...(await layoutFaults(page)), ...(await axe(page, 'texts'))]).toEqual([]);
  // A stylesheet of the page's head, so it holds for the first picture.
  expect(await pine()).toBe('#1d4ed8');
  // The page of the texts reads them once more after they were published, which a visitor may not.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Home,\s*in good hands\./);
  expect(await pine()).toBe('#1d4ed8');
});
