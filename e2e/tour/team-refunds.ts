import type { Page } from 'playwright';
import { personas } from '../../api/core/personas.ts';
import type { RunningServer } from '../server.ts';
import type { View } from './view.ts';

const ledger = `/admin/customers/${personas.member.id}?tab=ledger`;

/** Refunds of parts and hours from the team, as the team makes them and the customer sees them. */
export async function teamRefundViews(server: RunningServer): Promise<View[]> {
  const paid = await server.rows((db) =>
    db
      .selectFrom('bookings')
      .select(['id', 'payment_id'])
      .where('user_id', '=', personas.member.id)
      .where('payment_id', 'is not', null)
      .executeTakeFirstOrThrow(),
  );
  const team = (name: string, path: string, act?: View['act'], more: Partial<View> = {}): View => ({
    name,
    path,
    as: 'admin',
    ...(act && { act }),
    ...more,
  });
  const desk = `/admin/bookings/${paid.id}`;
  return [
    team('refund-charges', desk, async (page) => page.getByText('Card payments').scrollIntoViewIfNeeded()),
    team('refund-sheet', desk, openRefund),
    team('refund-typed', desk, async (page) => {
      await openRefund(page);
      await type(page, '20', 'The drum was left wet.');
    }),
    team('refund-too-much', desk, async (page) => {
      await openRefund(page);
      await type(page, '2000', 'The drum was left wet.');
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByText(/^At most .* can be refunded$/).waitFor();
    }),
    team(
      'refund-loading',
      desk,
      async (page) => {
        await page.getByRole('button', { name: 'Refund…' }).first().click();
        await page.getByText('Asking the card provider what is left').waitFor();
      },
      { alone: true, before: (page) => page.route('**/api/admin/charges/**', () => {}) },
    ),
    team(
      'refund-failed',
      desk,
      async (page) => {
        await page.getByRole('button', { name: 'Refund…' }).first().click();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      {
        alone: true,
        before: (page) =>
          page.route('**/api/admin/charges/**', (route) =>
            route.fulfill({
              status: 503,
              json: {
                code: 'payment_unavailable',
                message: 'Card payments are not available just now. Please try again.',
                requestId: 'tour',
              },
            }),
          ),
      },
    ),
    team('give-hours', ledger, openGiving),
    team('give-hours-typed', ledger, async (page) => {
      await openGiving(page);
      const sheet = page.getByRole('dialog', { name: 'Give Hours' });
      await sheet.getByLabel('Hours', { exact: true }).fill('2.5');
      const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
      await sheet.getByLabel('Can be used until the end of').fill(day);
      await sheet.getByLabel('Reason').fill('Your visit began two hours late.');
    }),
    team('customer-payments', ledger, async (page) =>
      page.getByRole('heading', { name: 'Payments' }).scrollIntoViewIfNeeded(),
    ),
    ...refunded(server, paid),
  ];
}

/** The customer's own pages after a refund, which the pictures before do not have. */
function refunded(server: RunningServer, paid: { id: string; payment_id: string | null }): View[] {
  let made: Promise<unknown> | undefined;
  const before = () => {
    made ??= server.rows(async (db) => {
      const now = new Date().toISOString();
      const part = {
        user_id: personas.member.id,
        charge_kind: 'payment',
        charge_id: paid.payment_id ?? '',
      } as const;
      const kept = {
        state: 'made',
        trouble: null,
        tries: 0,
        by_hand: 1,
        client_id: null,
        created_at: now,
      } as const;
      await db
        .insertInto('refunds')
        .values({
          id: '00000000-0000-4000-8000-000000000041',
          ...part,
          ...kept,
          amount_cents: 2000,
          reason: 'The drum was left wet, and you had to dry it yourself. We are sorry.',
          decided_by: personas.admin.id,
        })
        .execute();
      await db
        .updateTable('payments')
        .set({ refunded_cents: 2000 })
        .where('id', '=', paid.payment_id)
        .execute();
    });
    return made;
  };
  return [
    { name: 'booking-refunded', path: `/bookings/${paid.id}`, as: 'member', alone: true, before },
    { name: 'billing-refunded', path: '/billing', as: 'member', alone: true, before },
    { name: 'refund-charges-refunded', path: `/admin/bookings/${paid.id}`, as: 'admin', alone: true, before },
  ];
}

async function openRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refund…' }).first().click();
  await page.getByRole('dialog', { name: 'Refund' }).getByLabel('Amount').waitFor();
}

async function type(page: Page, amount: string, reason: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reason').fill(reason);
}

async function openGiving(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give Hours…' }).first().click();
  await page.getByRole('dialog', { name: 'Give Hours' }).waitFor();
}
