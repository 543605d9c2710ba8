import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { layoutFaults } from './layout.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const invited = 'dana@example.com';
const tablet = { width: 1180, height: 820 };

test('an invited dispatcher sees the pages of the role, until the role is taken', async ({
  page,
  server,
  network,
  guard,
}) => {
  guard.allow(/status of 403/);
  await page.setViewportSize(tablet);
  await signInAs(page, personas.admin, '/admin/team');
  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite to the Team' });
  await sheet.getByLabel('E-mail address').fill(invited);
  await sheet.getByLabel('Role').selectOption('Dispatcher');
  await expect(sheet).toContainText('Change bookings: status, time, hours');
  await sheet.getByRole('button', { name: 'Invite', exact: true }).dblclick();
  await expect(toastOf(page, 'Invited')).toBeVisible();
  const invitations = page.getByRole('region', { name: 'Invitations' });
  await expect(invitations.getByRole('listitem')).toHaveCount(1);
  expect([...(await layoutFaults(page)), ...(await axe(page, 'members'))]).toEqual([]);

  const device = await openDevice({ guard, baseURL: server.url, network, viewport: tablet });
  const theirs = device.page;
  await signInAs(theirs, invited, '/admin');
  const sections = theirs.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await expect(sections.getByRole('link')).toHaveText([
    /^Today/,
    /^Bookings/,
    /^Requests/,
    /^Schedule/,
    /^Customers/,
  ]);
  await expect(theirs.getByRole('button', { name: 'Update Status' }).first()).toBeVisible();
  await theirs.goto('/admin/report');
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await theirs.goto('/admin/customers');
  await expect(theirs.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();

  await expect(invitations).toContainText('Nobody is invited at present.');
  const members = page.getByRole('region', { name: 'Members' });
  await members.getByRole('listitem').filter({ hasText: invited }).getByRole('link').click();
  await page.getByRole('button', { name: 'Change Role' }).click();
  const role = page.getByRole('dialog', { name: /^Role of / });
  await role.getByLabel('Role').selectOption('Customer');
  await role.getByRole('button', { name: 'Make Customer' }).click();
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);
  await device.discard();
});

test('a role of the team’s own is made, given, edited under an open page, and deleted @full', async ({
  page,
  server,
  network,
  guard,
}) => {
  guard.allow(/status of 40[39]/);
  await page.setViewportSize(tablet);
  const device = await openDevice({ guard, baseURL: server.url, network, viewport: tablet });
  const theirs = device.page;
  await signInAs(theirs, invited, '/');
  await signInAs(page, personas.admin, '/admin/team');
  const newRole = page.getByRole('dialog', { name: 'New Role' });
  const reading = newRole.getByLabel('See bookings, requests, the schedule and their messages');
  const writing = newRole.getByLabel('Write to customers about a booking');
  await page.getByRole('button', { name: 'New Role' }).click();
  await newRole.getByRole('textbox', { name: 'Name' }).fill('Front desk');
  await writing.check();
  await expect(reading).toBeChecked();
  await expect(reading).toBeDisabled();
  await page.reload();
  await page.getByRole('button', { name: 'New Role' }).click();
  await expect(newRole.getByLabel('Name', { exact: true })).toHaveValue('Front desk');
  await expect(writing).toBeChecked();
  await newRole.getByRole('button', { name: 'Save Role' }).dblclick();
  await expect(toastOf(page, 'Role made')).toBeVisible();
  const roles = page.getByRole('region', { name: 'Roles' });
  await expect(roles.getByText('Front desk')).toHaveCount(1);
  await expect(roles).toContainText('0 people');

  await page.goto('/admin/customers');
  await page.getByLabel('Search customers').fill(invited);
  await page.getByRole('link', { name: invited }).first().click();
  const give = async (role: string, button: string) => {
    await page.getByRole('button', { name: 'Change Role' }).click();
    const sheet = page.getByRole('dialog', { name: /^Role of / });
    await sheet.getByLabel('Role').selectOption(role);
    await sheet.getByRole('button', { name: button }).click();
    await expect(sheet).toBeHidden();
  };
  await give('Front desk', 'Make Front desk');
  const person = page.url();
  await theirs.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(theirs.getByRole('button', { name: 'Contact Customer' }).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Update Status' })).toHaveCount(0);

  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Edit the role Front desk' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Role' });
  await edited.getByLabel('Change bookings: status, time, hours').check();
  await edited.getByRole('button', { name: 'Save Role' }).click();
  await expect(theirs.getByRole('button', { name: 'Update Status' }).first()).toBeVisible();

  const remove = async () => {
    await page.getByRole('button', { name: 'Edit the role Front desk' }).click();
    await edited.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the role' })
      .getByRole('button', { name: 'Delete' })
      .click();
  };
  await remove();
  await expect(edited.getByRole('alert')).toHaveText('Somebody has this role. Give them another one first.');
  await page.goto(person);
  await give('Customer', 'Make Customer');
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.goto('/admin/team');
  await remove();
  await expect(toastOf(page, 'Role deleted')).toBeVisible();
  await expect(roles.getByText('Front desk')).toHaveCount(0);
  await device.discard();
});

test('an invitation that was being written survives a reload, until it is given up @full', async ({
  page,
}) => {
  await page.setViewportSize(tablet);
  await signInAs(page, personas.admin, '/admin/team');
  const sheet = page.getByRole('dialog', { name: 'Invite to the Team' });
  const email = sheet.getByLabel('E-mail address');
  const open = () => page.getByRole('button', { name: 'Invite Somebody' }).click();
  await open();
  await email.fill(invited);
  await sheet.getByLabel('Role').selectOption('Support');
  await page.reload();
  await open();
  await expect(email).toHaveValue(invited);
  await expect(sheet).toContainText('Answer the live chat');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(email).toHaveValue('');
});
