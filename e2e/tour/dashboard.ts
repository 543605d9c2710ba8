import type { Page } from 'playwright';
import { personas } from '../../api/core/personas.ts';
import { answered } from './answered.ts';
import type { View } from './view.ts';

const unpaid = {
  status: 'pending',
  unpaidUntil: new Date(Date.now() + 20 * 3_600_000).toISOString(),
} as const;

/** The administrators' dashboard and a booking as the team sees it, with the dialogs of both. */
export function dashboardViews(bookingId: string): View[] {
  const admin = (name: string, path: string, act?: View['act']): View => ({
    name: `desk-${name}`,
    path,
    as: 'admin',
    ...(act && { act }),
  });
  const states = (name: string, path: string): View[] =>
    (['loading', 'error'] as const).map((state) => ({ ...admin(`${name}-${state}`, path), state }));
  const booking = `/admin/bookings/${bookingId}`;
  return [
    admin('bookings', '/admin'),
    ...states('bookings', '/admin'),
    admin('bookings-narrowed', '/admin?status=pending,cancelled&payment=subscription&from=2026-01-01'),
    { ...admin('bookings-unpaid', '/admin?payment=unpaid'), alone: true, before: leaveUnpaid },
    admin('bookings-nothing', '/admin?text=zzzz'),
    admin('bookings-found', '/admin?text=clean'),
    admin('bookings-chosen', '/admin', async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ }).filter({ visible: true });
      for (const box of (await boxes.all()).slice(0, 2)) await box.check();
    }),
    admin('filter', '/admin?status=scheduled', opens('Filter')),
    { ...admin('tools', '/admin', opens('Tools')), phoneOnly: true },
    admin('filter-customer', '/admin', async (page) => {
      await opens('Filter')(page);
      await page.getByRole('combobox', { name: 'Customer' }).fill('o');
      await page.getByRole('option', { name: /Olivia/ }).waitFor();
    }),
    admin('filter-nobody', '/admin', async (page) => {
      await opens('Filter')(page);
      await page.getByRole('combobox', { name: 'Customer' }).fill('zzz');
      await page.getByText('Nobody has such').first().waitFor();
    }),
    admin('filter-chosen', `/admin?customer=${personas.member.id}`, opens('Filter')),
    admin('booking', booking),
    {
      ...admin('booking-unpaid', booking),
      alone: true,
      before: (page) => answered(page, `**/api/admin/bookings/${bookingId}`, unpaid),
    },
    ...states('booking', booking),
    admin('booking-not-found', '/admin/bookings/00000000-0000-4000-8000-000000000000'),
    admin('status', booking, async (page) => {
      await opens('Update Status')(page);
      await page.getByRole('dialog').getByRole('radio', { name: 'Completed' }).check();
      await page.getByText('will be used').waitFor();
    }),
    {
      ...admin('status-other-effects', booking, async (page) => {
        await opens('Update Status')(page);
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('radio', { name: 'Completed' }).check();
        await sheet.getByRole('button', { name: 'Confirm' }).click();
        await sheet.getByText('Please look at them again').waitFor();
      }),
      alone: true,
      before: changeEffects,
    },
    admin('contact', booking, opens('Contact Customer')),
    { ...admin('denied', '/admin'), as: 'member' },
  ];
}

const opens =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).filter({ visible: true }).last().click();
    await page.locator('dialog[open]').first().waitFor();
  };

const otherEffects =
  'The effects of this change are not those that you saw any more, so nothing was done. Please look at them again.';

/** Refuses a change of status, as if its effects were no longer those that were shown. */
const changeEffects = (page: Page) =>
  page.route('**/api/admin/bookings/*/status', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 409, json: { code: 'conflict', message: otherEffects, requestId: 'tour' } }),
  );

/** Shows the first two bookings as unpaid. */
const leaveUnpaid = (page: Page) =>
  page.route(/\/api\/admin\/bookings\?.*payment=unpaid/, async (route) => {
    const url = route.request().url().replace('payment=unpaid', 'payment=subscription');
    const response = await route.fetch({ url });
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.slice(0, 2).map((row) => ({ ...row, ...unpaid })) });
  });
