import type { Page } from 'playwright';
import type { AccountDeletion, LeftAtProvider } from '../../api/contract/schemas/account-deletion.ts';
import type { CustomerData } from '../../api/contract/schemas/customer-data.ts';
import type { DataExport } from '../../api/contract/schemas/data-export.ts';
import { personas } from '../../api/core/personas.ts';
import { answered } from './answered.ts';
import type { View } from './view.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const ready: DataExport = {
  state: 'ready',
  requestedAt: inDays(0),
  readyUntil: inDays(7),
  bytes: 2_345_678,
  againAt: inDays(1),
};
const making: DataExport = { ...ready, state: 'making', readyUntil: null, bytes: null };
const failed: DataExport = { ...making, state: 'failed', againAt: null };
const deletion = { requestedAt: inDays(0), at: inDays(7), mayKeep: true };
const late = { ...deletion, requestedAt: inDays(-8), at: inDays(-1) };

const plan = { tier: 'standard', endsAt: inDays(3), hoursLeft: 4.5 } as const;
const left: LeftAtProvider[] = (['customer', 'plan', 'payment'] as const).map((kind, at) => ({
  id: `${['cus', 'sub', 'pi'][at]}_T9kq2RzLmW4xYb`,
  kind,
  trouble: 'account_invalid',
  notedAt: inDays(-1),
  userId: personas.newcomer.id,
  address: null,
}));

/** A person's own data and the end of their account, in their view and in the team's. */
export function personalDataViews(): View[] {
  const file = (state: string, answer: DataExport): View =>
    memberView(`your-data-${state}`, 'data-export', answer, toDeletion);
  return [
    file('making', making),
    file('ready', ready),
    file('failed', failed),
    memberView('delete-account', 'account-deletion', {}, openSheet),
    memberView('delete-account-renewal', 'account-deletion', { plan }, openSheet),
    memberView('delete-account-owed', 'account-deletion', { obstacle: 'owed' }, openSheet),
    memberView('deletion-planned', 'account-deletion', deletion),
    withPlan('deletion-plan', '/profile?tab=subscription', 'member'),
    memberView('deletion-due', 'account-deletion', { ...late, waitsFor: null }),
    memberView('deletion-waits-work', 'account-deletion', { ...late, waitsFor: 'work' }),
    memberView('deletion-waits-owed', 'account-deletion', { ...late, waitsFor: 'owed' }),
    theirs('ready', { file: ready }),
    theirs('leaving', { deletion: { ...deletion, waitsFor: null, byTeam: true, doneAt: null } }),
    theirs('waits', { deletion: { ...late, waitsFor: 'owed', byTeam: false, doneAt: null } }),
    withPlan('customer-data-plan', `/admin/customers/${personas.member.id}`, 'admin'),
    {
      name: 'left-at-provider',
      path: '/admin/disputes',
      as: 'admin',
      alone: true,
      before: (page) => page.route('**/api/admin/left-at-provider', (route) => route.fulfill({ json: left })),
    },
    theirs('gone', {
      deletion: { ...deletion, byTeam: false, mayKeep: false, waitsFor: null, doneAt: inDays(0) },
    }),
    {
      name: 'customer-deletion',
      path: `/admin/customers/${personas.member.id}`,
      as: 'admin',
      act: async (page) => {
        await page.getByRole('button', { name: 'Delete Their Account' }).click();
        await page.getByLabel('Type their e-mail address to confirm').waitFor();
      },
    },
  ];
}

function memberView(
  name: string,
  call: string,
  changed: Partial<DataExport> | Partial<AccountDeletion>,
  act?: View['act'],
): View {
  const path = '/profile?tab=profile';
  const before = (page: Page) => answered(page, `**/api/${call}`, changed);
  return { name, path, as: 'member', alone: true, before, ...(act && { act }) };
}

/** A plan that is not renewed because its member's account is to be deleted. */
const withPlan = (name: string, path: string, as: View['as']): View => ({
  name,
  path,
  as,
  alone: true,
  before: async (page) => {
    const ends = { nextTier: null, withAccount: 'ends', currentPeriodEnd: inDays(3) };
    await answered(page, '**/api/subscription', ends);
    await answered(page, '**/api/account-deletion', deletion);
    await page.route(`**/api/admin/users/${personas.member.id}`, async (route) => {
      const response = await route.fetch();
      const customer = await response.json();
      const subscription = { ...customer.subscription, ...ends };
      await route.fulfill({ response, json: { ...customer, subscription } });
    });
  },
});

const theirs = (name: string, changed: Partial<CustomerData>): View => ({
  name: `customer-data-${name}`,
  path: `/admin/customers/${personas.member.id}`,
  as: 'admin',
  alone: true,
  before: (page) => answered(page, `**/api/admin/users/${personas.member.id}/data`, changed),
  act: (page) => page.getByRole('region', { name: 'Data and Deletion' }).scrollIntoViewIfNeeded(),
});

const toDeletion = (page: Page) =>
  page.getByRole('heading', { name: 'Delete your account' }).scrollIntoViewIfNeeded();

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete your account' }).click();
  await page.getByRole('dialog', { name: 'Delete your account?' }).locator('form, .note').first().waitFor();
}
