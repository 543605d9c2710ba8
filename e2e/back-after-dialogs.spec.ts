import type { Page } from 'playwright/test';
import { pickDateTime, submit } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test.use({ motion: true });

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Waits until no dialog is open and its step in the history has been taken back. */
const dialogsGone = async (page: Page) => {
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
};
const askForQuote = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Services' }).filter({ visible: true }).first().click();
  await page.getByRole('button', { name: 'Book Light landscaping' }).click();
  await dialog(page).getByRole('button', { name: 'Ask for a Quote' }).click();
  await expect(field(page, 'Service name')).toHaveValue('Light landscaping');
};

test('a request opened from another sheet gives the focus back, and the next Back leaves the page @full', async ({
  page,
}) => {
  await signInAs(page, personas.member);
  await askForQuote(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Book Light landscaping' })).toBeFocused();
  await dialogsGone(page);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/');
});

test('Back from a request that was just sent leads to the services, and the next one from there @full', async ({
  page,
}) => {
  await signInAs(page, personas.newcomer);
  await askForQuote(page);
  await field(page, 'Description').fill('A bed of natives beside the drive.');
  await field(page, 'Estimated hours').fill('4');
  await pickDateTime(page, { time: '1:00 pm' });
  await field(page, 'Location').fill('12 Banksia Street, Newtown');
  await submit(page);
  await page.getByRole('button', { name: 'View the request' }).click();
  await expect.poll(() => pathOf(page)).toMatch(/^\/bookings\//);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/services');
  await dialogsGone(page);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/');
});

test('the form of another card gives the focus back, and the next Back leaves the page @full', async ({
  page,
}) => {
  await signInAs(page, personas.member, '/');
  await page.goto('/billing');
  const remove = page.getByRole('button', { name: 'Remove Visa ending 4242' });
  await remove.click();
  await dialog(page).getByRole('button', { name: 'Add another card' }).click();
  await expect(field(page, 'Card number')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(remove).toBeFocused();
  await dialogsGone(page);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/');
});

test('Back from a filtered list does not stop at the list before the filter @full', async ({ page }) => {
  await signInAs(page, personas.admin, '/admin/schedule');
  await page.goto('/admin');
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await filter.click();
  await dialog(page).getByRole('checkbox', { name: 'Cancelled' }).check();
  await dialog(page).getByRole('button', { name: 'Show Bookings' }).click();
  await expect(page).toHaveURL('/admin?status=cancelled');
  await expect(filter).toBeFocused();
  await dialogsGone(page);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/admin/schedule');
});

test('a tapped notification closes the open sheet, shows its page, and Back leads to the page before @full', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.member, '/services');
  const { id } = await server.rows((db) =>
    db.selectFrom('bookings').select('id').where('status', '=', 'scheduled').executeTakeFirstOrThrow(),
  );
  await page.getByRole('button', { name: 'Book Light landscaping' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.evaluate((href) => {
    // A step back that takes longer than reading what the worker has stored.
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 200);
    const data = { type: 'OPEN', href };
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  }, `/bookings/${id}`);
  await expect(page.getByPlaceholder('Type your message...')).toBeVisible();
  await dialogsGone(page);
  expect(pathOf(page)).toBe(`/bookings/${id}`);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/services');
  await expect(page.getByRole('button', { name: 'Book Light landscaping' })).toBeVisible();
});
