import type { Page } from 'playwright';
import { owing } from '../owing.ts';
import type { RunningServer } from '../server.ts';
import { administrationViews } from './administration.ts';
import { changeViews } from './changes.ts';
import { chatViews } from './chat.ts';
import { dashboardViews } from './dashboard.ts';
import { disputeViews } from './disputes.ts';
import { installViews } from './install.ts';
import { offerViews } from './offer.ts';
import { overageViews } from './overage.ts';
import { overtimeViews } from './overtime.ts';
import { personalDataViews } from './personal-data.ts';
import { photoViews } from './photos.ts';
import { planViews } from './plans.ts';
import { pushViews } from './push.ts';
import { quoteViews } from './quotes.ts';
import { refundedViews } from './refunded.ts';
import { reportViews } from './report.ts';
import { scheduleViews } from './schedule.ts';
import { stepViews } from './steps.ts';
import { teamRefundViews } from './team-refunds.ts';
import { unsteadyViews } from './unsteady.ts';
import { statesOf, type Things, type View, viewOf } from './view.ts';

/** Every screen in every designed state, with its persona. */
export async function allViews(server: RunningServer): Promise<View[]> {
  const of = await things(server);
  const details = new URLSearchParams({
    customerName: 'Noah Tran',
    phone: '0491 570 110',
    email: 'newcomer@example.com',
    address: '3 Banksia Road, Leichhardt NSW 2040',
    scheduledDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  const member = viewOf('member');
  const states = statesOf('member');

  return [
    { name: 'landing', path: '/', as: 'visitor' },
    { name: 'signin', path: '/signin', as: 'visitor' },
    { name: 'signin-expired', path: '/signin?error=expired', as: 'visitor' },
    { name: 'services', path: '/services', as: 'visitor' },
    { name: 'log-in-booking', path: `/bookings/${of.scheduled}`, as: 'visitor' },
    { name: 'log-in-checkout', path: `/checkout/${of.service}`, as: 'visitor' },
    { name: 'log-in-admin', path: '/admin', as: 'visitor' },
    { name: 'gate', path: '/bookings', as: 'visitor', alone: true, before: stayHere },
    { name: 'not-found', path: '/nowhere', as: 'visitor' },

    member('home', '/'),
    ...states('home', '/'),
    member('services', '/services'),
    member('services-nothing', '/services', async (page) => page.getByLabel('Search services').fill('zzz')),
    ...states('services', '/services'),
    member('bookings', '/bookings'),
    ...states('bookings', '/bookings'),
    member('booking-pending', `/bookings/${of.pending}`),
    member('booking-scheduled', `/bookings/${of.scheduled}`),
    member('booking-in-progress', `/bookings/${of.in_progress}`),
    member('booking-completed', `/bookings/${of.completed}`),
    member('booking-cancelled', `/bookings/${of.cancelled}`),
    ...states('booking', `/bookings/${of.scheduled}`),
    member('booking-not-found', '/bookings/00000000-0000-4000-8000-000000000000'),
    member('billing', '/billing'),
    ...states('billing', '/billing'),
    member('profile', '/profile'),
    ...states('profile', '/profile'),
    member('profile-statement', '/profile', openStatement),
    { name: 'profile-statement', path: '/profile', as: 'newcomer', act: openStatement },
    member('profile-identity', '/profile?tab=profile'),
    member('profile-billing', '/profile?tab=billing'),
    member('plan-upgrade', '/profile', async (page) => {
      await page.getByRole('button', { name: 'Upgrade to Deluxe' }).click();
      await page.getByRole('button', { name: /^Pay / }).waitFor();
    }),
    member('plan-downgrade', '/profile', async (page) => {
      await page.getByRole('button', { name: 'Change to Basic' }).click();
      await page.getByText('Nothing is charged today').waitFor();
    }),
    ...['home', 'billing', 'profile'].map((name): View => {
      const path = name === 'home' ? '/' : `/${name}`;
      return {
        name: `${name}-owed`,
        path,
        as: 'member',
        alone: true,
        before: async (page) => void (await owing(page)),
      };
    }),
    member('profile-preferences', '/profile?tab=preferences'),
    member('not-found', '/nowhere'),

    { name: 'home', path: '/', as: 'newcomer' },
    { name: 'bookings', path: '/bookings', as: 'newcomer' },
    { name: 'billing', path: '/billing', as: 'newcomer' },
    { name: 'profile', path: '/profile', as: 'newcomer' },
    { name: 'checkout', path: `/checkout/${of.service}?${details}`, as: 'newcomer' },
    { name: 'checkout-not-found', path: '/checkout/00000000-0000-4000-8000-000000000000', as: 'newcomer' },
    { name: 'subscribe', path: `/subscribe?tier=deluxe&${details}`, as: 'newcomer' },

    { name: 'home', path: '/', as: 'admin' },
    { name: 'admin', path: '/admin', as: 'admin' },

    ...administrationViews(),
    ...offerViews(),
    ...planViews(),
    ...(await scheduleViews(server)),
    ...(await reportViews(server)),
    ...quoteViews(server),
    ...pushViews(),
    ...installViews(),
    ...photoViews(server, of),
    ...changeViews(of),
    ...unsteadyViews(of),
    ...stepViews(of, details),
    ...(await chatViews(server)),
    ...dashboardViews(of.scheduled ?? ''),
    ...overtimeViews(of.scheduled ?? ''),
    ...overageViews(of.scheduled ?? ''),
    ...personalDataViews(),
    ...disputeViews(of.completed ?? ''),
    ...refundedViews(),
    ...(await teamRefundViews(server)),
  ];
}

async function openStatement(page: Page): Promise<void> {
  await page.getByText('Hours statement').click();
  await page.getByRole('link', { name: 'Download CSV' }).or(page.getByText('Nothing yet')).waitFor();
}

/** The sign-in page never answers, so the person still sees the reason. */
async function stayHere(page: Page): Promise<void> {
  await page.route('**/api/login**', (route) => route.fulfill({ status: 204 }));
}

function things(server: RunningServer) {
  return server.rows(async (db) => {
    const bookings = await db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['b.id', 'b.status'])
      .where('u.email', '=', 'member@example.com')
      .orderBy('b.created_at')
      .execute();
    const service = await db
      .selectFrom('services')
      .select('id')
      .where('price_cents', 'is not', null)
      .orderBy('position')
      .executeTakeFirstOrThrow();
    const byStatus = Object.fromEntries(bookings.map(({ id, status }) => [status, id]));
    return { ...byStatus, service: service.id } as Things;
  });
}
