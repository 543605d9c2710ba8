import type { Page } from 'playwright';
import type { DisputeDetail, StuckRefund, UnclearAtProvider } from '../../api/contract/schemas/disputes.ts';
import { personas } from '../../api/core/personas.ts';
import { answered } from './answered.ts';
import type { View } from './view.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const customer = {
  id: personas.member.id,
  name: 'Olivia Bennett',
  email: 'member@example.com',
  emailVerified: true,
};

const unclear: UnclearAtProvider[] = (
  [
    ['status', 'hibernating'],
    ['quantity', '2'],
    ['price', 'prod_Q8mZ1xW4bYtLk2'],
  ] as const
).map(([what, word], at) => ({
  id: `sub_1T9kq2RzLmW4xYb${at}:${what}`,
  kind: 'subscription',
  objectId: `sub_1T9kq2RzLmW4xYb${at}`,
  what,
  said: word,
  notedAt: inDays(-1),
  address: at === 2 ? null : `https://dashboard.stripe.com/test/subscriptions/sub_1T9kq2RzLmW4xYb${at}`,
  customer,
}));

/** A payment that is disputed at the bank, as its customer and the team see it. */
export function disputeViews(bookingId: string): View[] {
  const details = disputes(bookingId);
  const frozen = { disputed: true, changes: { freeUntil: null, cancel: null, mayReschedule: false } };
  const plan = (name: string): View => ({
    name: `${name}-disputed`,
    path: `/${name}`,
    as: 'member',
    alone: true,
    before: (page) => answered(page, '**/api/subscription', { disputed: { since: inDays(-3) } }),
  });
  const team = (name: string, act: View['act']): View => ({
    name,
    path: '/admin/disputes',
    as: 'admin',
    alone: true,
    before: (page) => listed(page, details),
    ...(act && { act }),
  });
  return [
    {
      name: 'booking-disputed',
      path: `/bookings/${bookingId}`,
      as: 'member',
      alone: true,
      before: (page) => answered(page, `**/api/bookings/${bookingId}`, frozen),
    },
    plan('billing'),
    plan('profile'),
    {
      name: 'desk-booking-disputed',
      path: `/admin/bookings/${bookingId}`,
      as: 'admin',
      alone: true,
      before: (page) => answered(page, `**/api/admin/bookings/${bookingId}`, { disputed: true }),
    },
    { name: 'disputes-nothing', path: '/admin/disputes', as: 'admin' },
    ...(['loading', 'error'] as const).map(
      (state): View => ({ name: `disputes-${state}`, path: '/admin/disputes', as: 'admin', state }),
    ),
    team('disputes', undefined),
    {
      name: 'unclear-at-provider',
      path: '/admin/disputes',
      as: 'admin',
      alone: true,
      before: (page) =>
        page.route('**/api/admin/unclear-at-provider', (route) => route.fulfill({ json: unclear })),
    },
    team('disputes-evidence', async (page) => {
      for (const about of ['Gutter cleaning', 'Standard plan']) {
        const card = page.getByRole('region', { name: new RegExp(`^${about}`) }).first();
        await card.getByRole('button', { name: 'Show Evidence' }).click();
        await card.locator('.dispute-evidence').waitFor();
      }
    }),
  ];
}

/** One dispute in each state, of a booking and of a month of a plan, with the evidence for each. */
function disputes(bookingId: string): DisputeDetail[] {
  const none = {
    bookedAt: null,
    scheduledDate: null,
    completedAt: null,
    actualHours: null,
    steps: [],
    messages: [],
    work: [],
  };
  const about = { kind: 'booking', bookingId, description: 'Gutter cleaning' } as const;
  const open: DisputeDetail = {
    id: '00000000-0000-4000-8000-000000000011',
    state: 'open',
    amountCents: 18_900,
    reason: 'product_not_received',
    openedAt: inDays(-3),
    answerBy: inDays(4),
    closedAt: null,
    paymentId: 'pi_3T9kq2RzLmW4xYb',
    address: 'https://dashboard.stripe.com/test/payments/pi_3T9kq2RzLmW4xYb',
    about,
    customer,
    evidence: {
      ...none,
      bookedAt: inDays(-20),
      scheduledDate: inDays(-12),
      completedAt: inDays(-12),
      actualHours: 2.5,
      steps: [
        { to: 'scheduled', from: 'pending', at: inDays(-19), by: 'team' },
        { to: 'in_progress', from: 'scheduled', at: inDays(-12), by: 'team' },
        { to: 'completed', from: 'in_progress', at: inDays(-12), by: 'team' },
      ],
      messages: [
        { at: inDays(-13), from: 'customer', text: 'The ladder is behind the shed.', photos: 0 },
        { at: inDays(-12), from: 'team', text: 'All clear now, the pictures show it.', photos: 2 },
      ],
    },
  };
  return [
    open,
    {
      ...open,
      id: '00000000-0000-4000-8000-000000000012',
      amountCents: 140_099,
      reason: 'fraudulent',
      answerBy: null,
      about: { kind: 'plan', bookingId: null, description: 'Standard plan' },
      evidence: { ...none, work: [{ bookingId, service: 'Lawn mowing', at: inDays(-5), hours: 1.5 }] },
    },
    {
      ...open,
      id: '00000000-0000-4000-8000-000000000013',
      state: 'won',
      openedAt: inDays(-40),
      closedAt: inDays(-12),
    },
    {
      ...open,
      id: '00000000-0000-4000-8000-000000000014',
      state: 'lost',
      reason: 'duplicate',
      openedAt: inDays(-70),
      closedAt: inDays(-50),
    },
  ];
}

/** The list of disputes with a refund that needs a person, and the evidence of each. */
async function listed(page: Page, details: DisputeDetail[]): Promise<void> {
  const stuck: StuckRefund = {
    id: 're_T9kq2RzLmW4xYb',
    amountCents: 9000,
    description: 'Window cleaning',
    trouble: 'The card of this payment was closed.',
    customer,
  };
  await page.route('**/api/admin/stuck-refunds', (route) => route.fulfill({ json: [stuck] }));
  await page.route(/\/api\/admin\/disputes(\?|$)/, (route) =>
    route.fulfill({ json: details.map(({ evidence: _, ...dispute }) => dispute) }),
  );
  for (const dispute of details)
    await page.route(`**/api/admin/disputes/${dispute.id}`, (route) => route.fulfill({ json: dispute }));
}
