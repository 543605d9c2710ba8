import type { Page } from 'playwright/test';
import { personas as personaIds } from '../api/core/personas.ts';
import { refundPlan } from '../api/testing/builders/refunded-plans.ts';
import { axe } from './axe.ts';
import { openDevice } from './device.ts';
import { layoutFaults } from './layout.ts';
import { teamPages } from './pages.ts';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs, test } from './test.ts';

const nothing = '00000000-0000-4000-8000-000000000000';
const adminPages = [
  ...teamPages,
  `/admin/bookings/${nothing}`,
  `/admin/support/${nothing}`,
  `/admin/customers/${nothing}`,
];

const people = (page: Page) =>
  page.locator('.people-list').filter({ visible: true }).getByRole('link').filter({ hasText: '@' });

async function faults(page: Page, what: string): Promise<string[]> {
  return [...(await layoutFaults(page)).map((fault) => `${what}: ${fault}`), ...(await axe(page, what))];
}

for (const [place, options] of Object.entries({
  'a phone': {},
  'a tablet': { viewport: { width: 820, height: 1180 } },
  'a tablet on its side, at night': { viewport: { width: 1180, height: 820 }, colorScheme: 'dark' },
} as const)) {
  test.describe(`on ${place}${place === 'a tablet' ? '' : ' @full'}`, () => {
    test.use({ ...options, allowed: [/status of 404/] });

    test('the team finds a customer, and sees their plan, ledger, bookings and conversation', async ({
      page,
    }) => {
      await signInAs(page, personas.admin, '/admin/customers');
      await expect(people(page)).toHaveCount(3);
      const found = await faults(page, 'list');

      await page.getByLabel('Search customers').fill('benn oli');
      await expect(people(page)).toHaveCount(1);
      await expect(page).toHaveURL(/\?text=benn\+oli$/);
      await page.getByLabel('Plan', { exact: true }).selectOption('none');
      await expect(page.getByRole('heading', { name: 'Nobody is found' })).toBeVisible();
      found.push(...(await faults(page, 'nobody')));
      await page.goto('/admin/customers?text=benn&tier=standard');
      await expect(page.getByLabel('Search customers')).toHaveValue('benn');
      await people(page).filter({ hasText: personas.member }).click();

      await expect(page.getByRole('heading', { name: 'Olivia Bennett', level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Standard Plan' })).toBeVisible();
      await expect(page.getByRole('link', { name: personas.member }).last()).toHaveAttribute(
        'href',
        `mailto:${personas.member}`,
      );
      found.push(...(await faults(page, 'overview')));

      await page.getByRole('tab', { name: 'Ledger' }).click();
      await expect(page).toHaveURL(/tab=ledger/);
      await expect(page.getByRole('heading', { name: 'Standard plan hours' }).first()).toBeVisible();
      found.push(...(await faults(page, 'ledger')));

      await page.getByRole('tab', { name: 'Bookings' }).click();
      const booking = page.getByRole('tabpanel').getByRole('link').first();
      await expect(booking).toHaveAttribute('href', /^\/admin\/bookings\//);
      found.push(...(await faults(page, 'bookings')));

      await page.getByRole('tab', { name: 'Conversations' }).click();
      await expect(page.getByRole('link', { name: 'Open Conversation' })).toHaveAttribute(
        'href',
        /^\/admin\/support\//,
      );
      found.push(...(await faults(page, 'conversations')));

      await page.reload();
      await expect(page.getByRole('tab', { name: 'Conversations' })).toHaveAttribute('aria-selected', 'true');
      await page.goto(`/admin/customers/${nothing}`);
      await expect(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible();
      expect(found).toEqual([]);
    });
  });
}

test('a deleted customer’s page says so, and offers nothing that would be refused @full', async ({
  page,
  server,
}) => {
  await server.rows((db) =>
    db
      .updateTable('users')
      .set({ email: '', first_name: 'Former', last_name: 'customer' })
      .where('email', '=', personas.newcomer)
      .execute(),
  );
  await signInAs(page, personas.admin, '/admin/customers');
  await page.getByRole('link', { name: 'Former customer' }).click();
  await expect(page.getByText('This account was deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Role' })).toHaveCount(0);
  expect(await faults(page, 'a former customer')).toEqual([]);
  await page.getByRole('tab', { name: 'Conversations' }).click();
  await expect(page.getByRole('heading', { name: 'No conversation any more' })).toBeVisible();
});

test('a new role applies at once in an open app, and its loss closes the pages; the audit log shows both @full', async ({
  page,
  server,
  network,
  guard,
}) => {
  guard.allow(/status of 403/);
  const phone = await openDevice({ guard, baseURL: server.url, network });
  const theirs = phone.page;
  await signInAs(theirs, personas.newcomer, '/profile');
  const admin = theirs.getByRole('link', { name: 'Admin' });
  await expect(theirs.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(admin).toBeHidden();

  await page.setViewportSize({ width: 820, height: 1180 });
  await signInAs(page, personas.admin, '/admin/customers');
  await people(page).filter({ hasText: personas.newcomer }).click();
  await page.getByRole('button', { name: 'Change Role' }).click();
  const question = page.getByRole('dialog', { name: 'Role of Noah Tran' });
  await question.getByLabel('Role').selectOption('Administrator');
  await expect(question).toContainText('Invite colleagues, and give and take roles');
  expect(await faults(page, 'question')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Change Role' }).click();
  await question.getByLabel('Role').selectOption('Administrator');
  await question.getByRole('button', { name: 'Make Administrator' }).dblclick();
  await expect(toastOf(page, 'Role changed')).toBeVisible();
  await expect(page.locator('.person[aria-current]')).toContainText('Administrator');

  await admin.click();
  await theirs.goto('/admin/audit');
  await expect(theirs.getByText('made Noah Tran an administrator')).toBeVisible();

  await page.getByRole('button', { name: 'Change Role' }).click();
  await question.getByLabel('Role').selectOption('Customer');
  await question.getByRole('button', { name: 'Make Customer' }).click();
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await theirs.getByRole('link', { name: 'Return Home' }).click();
  await expect(theirs.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await phone.discard();

  await page.getByRole('link', { name: 'What the Team Did' }).click();
  await expect(page.getByRole('heading', { name: 'Log', exact: true, level: 1 })).toBeVisible();
  // Midnight may have passed since.
  const acts = page.getByRole('region', { name: /^(Today|Yesterday)$/ }).getByRole('listitem');
  await expect(acts).toHaveText([
    /Priya Shah made Noah Tran a customer/,
    /Priya Shah made Noah Tran an admin/,
  ]);
  await page.getByLabel('What').selectOption('Exported bookings');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(acts).toHaveCount(2);
  await page.getByLabel('Who').selectOption('Priya Shah');
  await expect(page).toHaveURL(/actor=/);
  expect(await faults(page, 'audit')).toEqual([]);
  await acts.first().getByRole('link', { name: 'Noah Tran' }).click();
  await expect(page.getByRole('heading', { name: 'Noah Tran', level: 1 })).toBeVisible();
});

test('the own role cannot be changed @full', async ({ page, server, guard }) => {
  guard.allow(/status of 403/);
  const rows = await server.rows((db) => db.selectFrom('users').select(['id', 'email']).execute());
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? '';
  await signInAs(page, personas.admin, `/admin/customers/${idOf(personas.admin)}`);
  await expect(page.getByText('Nobody changes their own role.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Role' })).toHaveCount(0);
  const status = await page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ role: 'customer', expectedRole: 'admin' });
    return (await fetch(`/api/admin/users/${id}/role`, { method: 'PATCH', headers, body })).status;
  }, idOf(personas.admin));
  expect(status).toBe(403);
});

test('a customer gets Access Denied on every page of the team @full', async ({ page }) => {
  await signInAs(page, personas.member, '/');
  for (const path of adminPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Access Denied' }), path).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0);
  }
});

test('the team’s pages show a sign-in of their own to a visitor @full', async ({ page }) => {
  for (const path of adminPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Admin', level: 1 }), path).toBeVisible();
    await expect(page.getByText('Log in with an account of the team.')).toBeVisible();
  }
});

test('the team gives back hours that a refund took, and the statement says so @full', async ({
  page,
  server,
}) => {
  const { id: userId } = personaIds.member;
  await server.rows((db) => refundPlan(db, { userId, now: new Date().toISOString() }));
  await signInAs(page, personas.admin, '/admin/customers?text=benn');
  await people(page).filter({ hasText: personas.member }).click();
  const card = page.getByRole('region', { name: 'Hours taken by refunds' });
  await expect(card).toContainText('12 h of ');
  const found = await faults(page, 'overview');
  await card.getByRole('button', { name: 'Give back 12 h' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give 12 h back?' });
  found.push(...(await faults(page, 'question')));
  await dialog.getByRole('button', { name: 'Give Back' }).click();
  await expect(toastOf(page, 'Hours given back')).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.getByRole('tab', { name: 'Ledger' }).click();
  const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
  await expect(titles.nth(0)).toHaveText('Back after a refund');
  await expect(titles.nth(1)).toHaveText('Refunded');
  expect(found).toEqual([]);
});
