import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

/** A day of the next month, which no leave of the seeded data touches. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a worker begins at their week, asks for leave, and reads the word of the team that refuses it @full', async ({
  page,
  server,
  guard,
  network,
}) => {
  await signInAs(page, personas.worker, '/');
  await expect(page).toHaveURL(/\/admin\/week$/);
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(tabs).toHaveText(['My Week', 'Profile']);
  await page.getByRole('button', { name: 'Ask for Leave' }).click();
  await page.getByLabel('First day').fill(dayIn(40));
  await page.getByLabel('Last day').fill(dayIn(42));
  await page.getByLabel('Note (optional)').fill('My sister visits');
  expect(await axe(page, 'the sheet')).toEqual([]);
  await page.getByRole('button', { name: 'Ask the Team' }).click();
  await expect(toastOf(page, 'The team is asked')).toBeVisible();
  await expect(page.getByText('Asked for, not answered yet')).toBeVisible();

  const desk = await openDevice({ guard, baseURL: server.url, network });
  await signInAs(desk.page, personas.admin, '/admin/today');
  const row = desk.page.getByRole('listitem').filter({ hasText: 'My sister visits' });
  await row.getByRole('button', { name: /^Decide the leave/ }).click();
  await expect(desk.page.getByText('No visit is booked in it.')).toBeVisible();
  await desk.page.getByLabel(/^A word to/).fill('Two others are away then');
  await desk.page.getByRole('button', { name: 'Refuse' }).click();
  await expect(toastOf(desk.page, 'Leave refused')).toBeVisible();

  await expect(page.getByText('Refused: Two others are away then')).toBeVisible();
  await desk.discard();
});
