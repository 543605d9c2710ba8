import type { Page } from 'playwright';
import type { OvertimeHours, OvertimeTerms } from '../../api/contract/schemas/overtime.ts';
import type { View } from './view.ts';

const past = { amountCents: 11_675, hourCents: 11_675, tier: 'standard', beforeCents: 0 } as const;
const waiting: OvertimeHours = {
  id: '00000000-0000-4000-8000-000000000001',
  hours: 1.5,
  reason: 'The roots of the fig had grown through the fence, and had to come out first.',
  askedAt: new Date().toISOString(),
  answerBy: new Date(Date.now() + 86_400_000).toISOString(),
  state: 'waiting',
  settledAt: null,
  terms: { planHours: 1.5, cardHours: 0, past: null, owed: null },
};

/** Work that took longer: the customer's question and answers, and the team's view. */
export function overtimeViews(bookingId: string): View[] {
  const memberView = (name: string, extra: OvertimeHours, act?: View['act']): View => ({
    name: `extra-hours-${name}`,
    path: `/bookings/${bookingId}`,
    as: 'member',
    alone: true,
    before: (page) => answered(page, `**/api/bookings/${bookingId}`, extra),
    ...(act && { act }),
  });
  const taking = (terms: OvertimeTerms): OvertimeHours => ({ ...waiting, terms });
  return [
    memberView('covered', waiting),
    memberView('card', taking({ planHours: 0.5, cardHours: 1, past, owed: null })),
    memberView(
      'card-again',
      taking({ planHours: 0.5, cardHours: 1, past: { ...past, beforeCents: 23_350 }, owed: null }),
    ),
    memberView('short', taking({ planHours: 0.5, cardHours: 1, past: null, owed: 'work' })),
    memberView('declined', { ...waiting, state: 'declined', terms: null }),
    memberView('agree', waiting, async (page) => {
      await page.getByRole('button', { name: 'Agree' }).click();
      await page.getByRole('dialog', { name: 'Agree to 1.5 h more?' }).waitFor();
    }),
    {
      name: 'extra-hours-team',
      path: `/admin/bookings/${bookingId}`,
      as: 'admin',
      alone: true,
      before: (page) => answered(page, `**/api/admin/bookings/${bookingId}`, waiting),
    },
    {
      name: 'extra-hours-sheet',
      path: `/admin/bookings/${bookingId}`,
      as: 'admin',
      act: async (page) => {
        await page.getByRole('button', { name: 'Update Status' }).filter({ visible: true }).last().click();
        const sheet = page.getByRole('dialog', { name: 'Update Status' });
        await sheet.getByRole('radio', { name: 'Completed' }).check();
        await sheet.getByLabel('Actual hours').fill('9');
        await sheet.getByText('is asked to agree').waitFor();
        await sheet.getByRole('button', { name: 'Confirm' }).click();
      },
    },
  ];
}

/** The server's answer, changed to that of longer work. */
const answered = (page: Page, call: string, extra: OvertimeHours) =>
  page.route(call, async (route) => {
    const response = await route.fetch();
    const booking = { ...(await response.json()), status: 'completed', actualHours: 3, extra };
    await route.fulfill({ response, json: booking });
  });
