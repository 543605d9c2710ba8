import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { layoutFaults } from './layout.ts';
import { bookBy, find, toastOf } from './steps.ts';
import { dayIn } from './team-day.ts';
import { expect, personas, signInAs, test } from './test.ts';

const tablet = { width: 1180, height: 820 };

test('an owner renames the business and closes a day, which a member then sees and cannot book', async ({
  page,
  server,
  network,
  guard,
}) => {
  const closed = dayIn(3);
  const written = new Date(closed).toLocaleDateString('en-AU', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const device = await openDevice({ guard, baseURL: server.url, network });
  const theirs = device.page;
  await signInAs(theirs, personas.member, '/profile?tab=profile');
  await expect(theirs.getByRole('region', { name: 'Hearthkeep' })).toContainText('Every day: 8 am to 8 pm');

  await page.setViewportSize(tablet);
  await signInAs(page, personas.admin, '/admin/settings');
  await page
    .getByRole('region', { name: 'Sections of the settings' })
    .getByRole('link', { name: 'Business' })
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour House');
  await page.getByLabel('Day', { exact: true }).fill(closed);
  await page.getByLabel('Reason (optional)').fill('Stocktaking');
  await page.getByRole('button', { name: 'Close This Day' }).click();
  const outside = page.getByText('No open booking lies outside').or(page.getByText('They stay as they are.'));
  await expect(outside).toBeVisible();
  expect([...(await layoutFaults(page)), ...(await axe(page, 'business'))]).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page, 'Published')).toBeVisible();

  await expect(theirs.getByRole('region', { name: 'Harbour House' })).toBeVisible();
  await find(theirs, 'House and bathroom');
  await bookBy(theirs, 'Book Without Subscription - $189');
  const form = theirs.getByRole('dialog').first();
  const day = form.getByRole('option', { name: written.replaceAll(',', '') });
  await expect(day).toHaveAccessibleName(/, no visits$/);
  await day.click();
  await expect(form.getByText('We are closed on that day (Stocktaking).')).toBeVisible();
  await device.discard();
});
