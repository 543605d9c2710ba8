import type { Page } from 'playwright';
import type { HoursLine } from '../../api/contract/schemas/hours.ts';
import { personas } from '../../api/core/personas.ts';
import { answered } from './answered.ts';
import type { View } from './view.ts';

const customer = `/admin/customers/${personas.member.id}`;
const refundedHours = [
  { invoiceId: 'in_1', description: 'Standard Plan – 12 hours', hours: 3.5 },
  { invoiceId: 'in_2', description: 'Upgrade to Premium Plan', hours: 12.25 },
];

/** Hours that refunds of a plan took: the team's way to give them back, and the statements. */
export function refundedViews(): View[] {
  const team = (name: string, act?: View['act']): View => ({
    name,
    path: customer,
    as: 'admin',
    alone: true,
    before: (page) => answered(page, `**/api/admin/users/${personas.member.id}`, { refundedHours }),
    ...(act && { act }),
  });
  return [
    team('refunded-hours-team'),
    team('refunded-hours-asked', async (page) => {
      await page.getByRole('button', { name: 'Give back 3.5 h of Standard' }).click();
      await page.getByRole('button', { name: 'Give Back', exact: true }).last().waitFor();
    }),
    {
      name: 'refunded-hours-ledger',
      path: `${customer}?tab=ledger`,
      as: 'admin',
      alone: true,
      before: (page) => withRefunds(page, '**/api/admin/users/*/statement*'),
    },
    {
      name: 'refunded-hours-statement',
      path: '/profile',
      as: 'member',
      alone: true,
      before: (page) => withRefunds(page, '**/api/hours/statement*'),
      act: async (page) => {
        await page.getByText('Hours statement').click();
        await page.getByText('Back after a refund').first().waitFor();
      },
    },
  ];
}

/** Adds a refund that took hours, and another that came back, to a statement. */
async function withRefunds(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const lines = (await response.json()) as HoursLine[];
    const grant = lines.find((line) => line.grant)?.grant ?? null;
    const kind = 'refunded' as const;
    const refund = { kind, at: new Date().toISOString(), balance: 3.5, grant, booking: null, workedAt: null };
    const added: HoursLine[] = [
      { ...refund, id: 'back', hours: 3.5, balance: 7 },
      { ...refund, id: 'again', hours: -3.5 },
      { ...refund, id: 'first', hours: -3.5, balance: 7 },
    ];
    await route.fulfill({ response, json: [...added, ...lines] });
  });
}
