import type { Page } from 'playwright';
import type { BookingTerms } from '../../api/contract/booking-terms.ts';
import { aBooking } from '../../api/testing/builders.ts';
import { aQuote, aRequest } from '../../e2e/requests.ts';
import type { RunningServer } from '../../e2e/server.ts';
import { bookBy } from '../../e2e/steps.ts';
import type { View } from './views.ts';

const past = { amountCents: 17_513, hourCents: 11_675, tier: 'standard' } as const;
const short: Partial<BookingTerms> = {
  takesHours: 2,
  freeHours: 0.5,
  missingHours: 1.5,
  past,
  nextTier: 'deluxe',
};
const member = 'member@example.com';

/** Hours that do not cover a visit: the form in each case, a quote, a booking that waits, and calling off late. */
export function pastHoursViews(server: RunningServer): View[] {
  const form = (name: string, terms: Partial<BookingTerms>, act?: View['act']): View => ({
    name: `book-plan-${name}`,
    path: '/services',
    as: 'member',
    alone: true,
    before: (page) => answerTerms(page, terms),
    act: async (page) => {
      await openForm(page);
      await page.getByText('Looking at your hours…').waitFor({ state: 'hidden' });
      await page
        .locator('dialog[open] .hours-short, dialog[open] .plan-note')
        .last()
        .scrollIntoViewIfNeeded();
      await act?.(page);
    },
  });
  const booking = (name: string, make: () => Promise<string>, act?: View['act']): View => ({
    name,
    // Where it is, is known once it has been made.
    path: '/bookings',
    as: 'member',
    act: async (page) => {
      await page.goto(`/bookings/${await make()}`);
      await page
        .locator('.quote-card, .waiting-card, .plans-changed')
        .filter({ visible: true })
        .first()
        .waitFor();
      await act?.(page);
    },
  });
  const quoted = async (hours: number) => {
    const id = await aRequest(server);
    await aQuote(server, id, { hours }, { message: 'Two of us come, and bring the new strings.' });
    return id;
  };
  return [
    form('enough', { freeHours: 9, missingHours: 0, past: null }),
    form('short', short),
    form('short-asked', short, async (page) => {
      await page.locator('dialog[open] button[type=submit]').click();
      await page.getByText('Please choose how the missing part is paid.').waitFor();
    }),
    form('none', { ...short, freeHours: 0, missingHours: 2, past: { ...past, amountCents: 23_350 } }),
    form('expiring', { ...short, expiringHours: 3 }),
    form('owed', { ...short, past: null, owed: 'work' }),
    form('refused', { ...short, past: null }),
    form('offline', {}, (page) => page.context().setOffline(true)),
    {
      name: 'book-plan-newcomer',
      path: '/services',
      as: 'newcomer',
      act: async (page) => {
        await openForm(page);
        await page.getByLabel('Subscription plan').scrollIntoViewIfNeeded();
      },
    },
    { ...form('choice', short), name: 'book-choice-short', phoneOnly: true, act: openChoice },
    booking('quote-hours', () => quoted(1)),
    booking('quote-hours-short', () => quoted(60)),
    booking(
      'quote-hours-accept',
      () => quoted(60),
      async (page) => {
        await page.getByRole('button', { name: /^Accept and Pay .* When Done$/ }).click();
        await page.getByRole('dialog', { name: 'Accept 60 h of your plan?' }).waitFor();
      },
    ),
    booking('booking-waits-short', () => aVisit(server, { estimated_minutes: 3600, unpaid_since: ago() })),
    booking('booking-waits-enough', () => aVisit(server, { estimated_minutes: 30, unpaid_since: ago() })),
    booking(
      'cancel-late-past',
      () => aLateVisit(server),
      async (page) => {
        await page.getByRole('button', { name: 'Cancel Booking' }).click();
        await page.getByRole('dialog', { name: 'Cancel this booking?' }).waitFor();
      },
    ),
  ];
}

const ago = () => new Date(Date.now() - 3_600_000).toISOString();

async function openForm(page: Page): Promise<void> {
  await bookBy(page, 'Book with Subscription');
  await page.locator('dialog[open] form').waitFor();
}

async function openChoice(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Book (?!again)/ })
    .first()
    .click();
  await page.getByText('at your plan’s price').waitFor();
}

/** The server's answer as it is of other hours. */
const answerTerms = (page: Page, terms: Partial<BookingTerms>) =>
  page.route('**/api/booking-terms?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...terms } });
  });

const aVisit = (server: RunningServer, given: Parameters<typeof aBooking>[1]) =>
  server.rows(async (db) => {
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', member)
      .executeTakeFirstOrThrow();
    const service = await db
      .selectFrom('services')
      .select('id')
      .orderBy('position')
      .executeTakeFirstOrThrow();
    const scheduled_date = new Date(Date.now() + 8 * 86_400_000).toISOString();
    return (await aBooking(db, { user_id: user.id, service_id: service.id, scheduled_date, ...given })).id;
  });

/** Of sixty hours, all but one of which were agreed to past the plan's. */
async function aLateVisit(server: RunningServer): Promise<string> {
  const scheduled_date = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const id = await aVisit(server, { status: 'scheduled', scheduled_date, estimated_minutes: 3600 });
  await server.rows(async (db) => {
    const { user_id } = await db
      .selectFrom('bookings')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('past_hours')
      .values({
        booking_id: id,
        user_id,
        minutes: 3540,
        extra_minutes: 0,
        amount_cents: 688_825,
        hour_cents: 11_675,
        tier: 'standard',
        agreed_at: ago(),
        payment_id: null,
        charged_minutes: 0,
        owed_since: null,
      })
      .execute();
  });
  return id;
}
