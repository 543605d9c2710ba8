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
  await expect(theirs.getByRole('link', { name: 'Team', exact: true })).toBeVisible();
  const sections = theirs.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await expect(sections.getByRole('link')).toHaveText([
    /^Bookings/,
    /^Requests/,
    /^Schedule View/,
    /^Live Tracking/,
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
