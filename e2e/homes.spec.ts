import { dialog, field, openCardForm, openPlanForm } from './booking-forms.ts';
import { books, pickDateTime, submit } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

test('an address is typed once, and the profile names, joins and deletes what was kept', async ({
  page,
  server,
}) => {
  await signInAs(page, personas.newcomer);
  await openCardForm(page);
  await field(page, 'Phone number').fill('0412 345 678');
  await field(page, 'Service address').fill('12 Banksia Street, Newtown NSW 2042');
  await expect(dialog(page).getByLabel('Keep this address for next time')).toBeChecked();
  await pickDateTime(page);
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/homes'),
  );
  await submit(page);
  await kept;

  // The plan's form has the address by its fields, and asks only for what nobody has said yet.
  await openPlanForm(page);
  await expect(dialog(page).getByText('12 Banksia Street, Newtown NSW 2042')).toBeVisible();
  await expect(field(page, 'City')).toHaveCount(0);
  await expect(field(page, 'Emergency contact')).toHaveValue('');

  await page.goto('/profile?tab=profile');
  const homes = page.getByRole('region', { name: 'Homes' });
  await homes.getByRole('button', { name: 'Add a Home' }).click();
  await dialog(page).getByLabel('Address').fill('The green door, Wattle Lane');
  await dialog(page).getByLabel('Pets (optional)').fill('A kelpie');
  await submit(page);
  await homes.getByRole('button', { name: /^12 Banksia Street/ }).click();
  await dialog(page).getByLabel('Name (optional)').fill('Our place');
  await submit(page);
  await homes.getByRole('button', { name: /^Our place/ }).click();
  await dialog(page).getByRole('button', { name: 'Join With Another Home' }).click();
  await dialog(page).getByRole('button', { name: 'The green door, Wattle Lane' }).click();
  await expect(homes.getByRole('listitem')).toHaveText([/^Our place12 Banksia Street, Newtown NSW 2042$/]);
  await homes.getByRole('button', { name: /^Our place/ }).click();
  await expect(dialog(page).getByLabel('Pets (optional)')).toHaveValue('A kelpie');
  await dialog(page).getByRole('button', { name: 'Delete Home' }).click();
  await dialog(page).getByRole('button', { name: 'Delete Home' }).click();
  await expect(homes.getByRole('listitem')).toHaveCount(0);
  expect((await books(server, personas.newcomer)).payments).toHaveLength(1);
});

test('a member who books again has nothing to type @full', async ({ page }) => {
  await signInAs(page, personas.member, '/services');
  await page.getByRole('region', { name: 'Book again' }).getByRole('button').first().click();
  await expect(dialog(page).getByText('14 Wattle Street, Marrickville NSW 2204')).toBeVisible();
  await expect(dialog(page).getByRole('textbox'), 'nothing but the notes to type').toHaveCount(1);
});
