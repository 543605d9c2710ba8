import type { Page } from 'playwright';
import type { BookingTerms } from '../../api/contract/schemas/booking-terms.ts';
import type { BookingDetail } from '../../api/contract/schemas/bookings.ts';
import { bookBy } from '../steps.ts';
import { answered } from './answered.ts';
import type { View } from './view.ts';

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const past = { amountCents: 17_513, hourCents: 11_675, tier: 'standard' } as const;
const short: BookingTerms = {
  takesHours: 2,
  freeHours: 0.5,
  expiringHours: 0,
  missingHours: 1.5,
  past,
  owed: null,
  nextTier: 'deluxe',
  cardCents: 16_500,
};
const enough: BookingTerms = { ...short, freeHours: 9, missingHours: 0, past: null };
const quote: NonNullable<BookingDetail['quote']> = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'hours',
  amountCents: null,
  hours: 2,
  scheduledDate: null,
  message: 'Two of us come, and bring the new strings.',
  state: 'open',
  expiresAt: inHours(100),
  createdAt: inHours(-1),
  terms: { ...short, cardCents: null },
};
const request = { status: 'pending', paymentType: 'custom_quote', quote } as const;
const waits = { status: 'pending', unpaidUntil: inHours(20) } as const;

/** Hours that do not cover a visit: the form in each case, a quote, an unpaid booking, and a late cancellation. */
export function overageViews(bookingId: string): View[] {
  const form = (name: string, terms: BookingTerms, act?: View['act']): View => ({
    name: `book-plan-${name}`,
    path: '/services',
    as: 'member',
    alone: true,
    before: (page) => answered(page, '**/api/booking-terms?*', terms),
    act: async (page) => {
      await openForm(page);
      await page.getByText('Looking at your hours…').waitFor({ state: 'hidden' });
      await page
        .locator('dialog[open] .hours-short, dialog[open] .plan-note')
        .last()
        .evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await act?.(page);
    },
  });
  const booking = (name: string, given: Partial<BookingDetail>, act?: View['act']): View => ({
    name,
    path: `/bookings/${bookingId}`,
    as: 'member',
    alone: true,
    before: (page) => answered(page, `**/api/bookings/${bookingId}`, given),
    ...(act && { act }),
  });
  return [
    form('enough', enough),
    form('short', short),
    form('short-asked', short, async (page) => {
      await page.locator('dialog[open] button[type=submit]').click();
      await page.getByText('Please choose how the missing part is paid.').waitFor();
    }),
    form('none', { ...short, freeHours: 0, missingHours: 2, past: { ...past, amountCents: 23_350 } }),
    form('expiring', { ...short, expiringHours: 3 }),
    form('owed', { ...short, past: null, owed: 'work' }),
    form('refused', { ...short, past: null }),
    form('beyond', {
      ...short,
      freeHours: 0,
      missingHours: 2,
      past: null,
      nextTier: null,
      planServesUntil: inHours(120 * 24),
    }),
    form('offline', enough, (page) => page.context().setOffline(true)),
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
    booking('quote-hours', { ...request, quote: { ...quote, terms: enough } }),
    booking('quote-hours-short', request),
    booking('quote-hours-refused', { ...request, quote: { ...quote, terms: { ...short, past: null } } }),
    booking('quote-hours-accept', request, async (page) => {
      await page.getByRole('button', { name: 'Accept and Pay $175.13 When Done' }).click();
      await page.getByRole('dialog', { name: 'Accept 2 h of your plan?' }).waitFor();
    }),
    booking('booking-waits-short', { ...waits, terms: { ...short, cardCents: null } }),
    booking('booking-waits-enough', { ...waits, terms: enough }),
    booking('booking-waits-beyond', {
      ...waits,
      terms: { ...short, past: null, cardCents: null, planServesUntil: inHours(120 * 24) },
    }),
    booking('booking-waits-owed', { ...waits, terms: { ...short, past: null, owed: 'work' } }),
    booking(
      'cancel-late-past',
      {
        scheduledDate: inHours(5),
        changes: {
          freeUntil: inHours(-19),
          cancel: { outcome: 'forfeit', amountCents: 0, hours: 0.5, chargeCents: past.amountCents },
          mayReschedule: false,
        },
        past: { hours: 1.5, amountCents: past.amountCents, state: 'agreed' },
      },
      async (page) => {
        await page.getByRole('button', { name: 'Cancel Booking' }).click();
        await page.getByRole('dialog', { name: 'Cancel this booking?' }).waitFor();
      },
    ),
  ];
}

async function openForm(page: Page): Promise<void> {
  await bookBy(page, 'Book with Subscription');
  await page.locator('dialog[open] form').waitFor();
}

async function openChoice(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Book (?!again)/ })
    .first()
    .click();
  await page.getByText('an hour, as in the').waitFor();
}
