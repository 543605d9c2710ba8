import type { Page } from 'playwright';
import { personas } from '../../api/core/personas.ts';
import { appearanceViews } from './appearance.ts';
import { statesOf, type View, viewOf } from './view.ts';

const member = `/admin/customers/${personas.member.id}`;

/** The team's own pages. */
export function administrationViews(): View[] {
  const admin = viewOf('admin');
  const states = statesOf('admin');
  return [
    { name: 'admin-denied', path: '/admin/customers', as: 'member' },
    admin('admin-today', '/admin/today'),
    ...states('admin-today', '/admin/today'),
    admin('admin-customers', '/admin/customers'),
    admin('admin-customers-nobody', '/admin/customers?text=zzz'),
    ...states('admin-customers', '/admin/customers'),
    admin('admin-customer', member),
    ...['ledger', 'bookings', 'conversations'].map((tab) =>
      admin(`admin-customer-${tab}`, `${member}?tab=${tab}`),
    ),
    admin('admin-customer-self', `/admin/customers/${personas.admin.id}`),
    admin('admin-customer-not-found', '/admin/customers/00000000-0000-4000-8000-000000000000'),
    ...states('admin-customer', member),
    admin('admin-customer-role', `/admin/customers/${personas.newcomer.id}`, askForRole),
    { ...admin('admin-team', '/admin/team', inviteSomebody), alone: true },
    admin('admin-team-invite', '/admin/team', openTeamSheet('Invite Somebody')),
    admin('admin-team-role', '/admin/team', openTeamSheet('New Role')),
    ...states('admin-team', '/admin/team'),
    admin('admin-settings', '/admin/settings'),
    admin('admin-settings-business', '/admin/settings/business'),
    admin('admin-settings-business-closed', '/admin/settings/business', closeTomorrow),
    admin('admin-settings-business-holidays', '/admin/settings/business', openHolidays),
    ...states('admin-settings-business', '/admin/settings/business'),
    admin('admin-settings-workers', '/admin/settings/workers'),
    ...states('admin-settings-workers', '/admin/settings/workers'),
    ...appearanceViews(),
    { ...admin('admin-audit', '/admin/audit', makeActs), alone: true },
    admin('admin-audit-nothing', '/admin/audit?act=quote_withdrawn'),
    ...states('admin-audit', '/admin/audit'),
  ];
}

async function askForRole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Role' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('Dispatcher');
}

/** Invites an address and makes a role, so that the page shows one of each. */
async function inviteSomebody(page: Page): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  await page.request.post('/api/admin/invitations', {
    data: { email: 'robin.long-address@cleaning.example.com', role: 'dispatcher' },
    headers,
  });
  await page.request.post('/api/admin/roles', {
    data: { name: 'Deputy', permissions: ['bookings.read', 'roles.give'] },
    headers,
  });
  await page.reload();
  await page.getByText('Deputy').click();
}

const openTeamSheet =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
  };

async function openHolidays(page: Page): Promise<void> {
  await openTeamSheet('Public Holidays')(page);
  await page.getByRole('dialog').getByRole('group', { name: 'Close on' }).waitFor();
}

/** Closes tomorrow without publishing it, so that the page shows the bookings of that day. */
async function closeTomorrow(page: Page): Promise<void> {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Reason (optional)').fill('Stocktaking');
  await page.getByRole('button', { name: 'Close This Day' }).click();
  await page
    .getByText(/We are closed on that day|No open booking/)
    .first()
    .waitFor();
}

/** Gives a role and takes it back, so that the log has entries. */
async function makeActs(page: Page): Promise<void> {
  for (const role of ['admin', 'customer']) {
    const expectedRole = role === 'admin' ? 'customer' : 'admin';
    await page.request.patch(`/api/admin/users/${personas.newcomer.id}/role`, {
      data: { role, expectedRole },
      headers: { origin: new URL(page.url()).origin },
    });
  }
  await page.reload();
  await page.getByText('made Noah Tran a customer').first().waitFor();
}
