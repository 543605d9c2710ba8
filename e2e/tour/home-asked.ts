import type { Page } from 'playwright';
import type { View } from './view.ts';

/** A quote, and a question about longer work, on the bookings that the home reads. */
const askOnHome = (page: Page) =>
  page.route('**/api/bookings', async (route) => {
    const response = await route.fetch();
    const bookings: { status: string }[] = await response.json();
    const quoteUntil = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const asks: Record<string, object> = {
      pending: { paymentType: 'custom_quote', quoteUntil, quoteCents: 26_000 },
      completed: { extraHours: 2.5 },
    };
    await route.fulfill({
      response,
      json: bookings.map((booking) => ({ ...booking, ...asks[booking.status] })),
    });
  });

/** The home of a member for whom a quote and a question wait. */
export const homeAsked: View = {
  name: 'home-asked',
  path: '/',
  as: 'member',
  alone: true,
  before: askOnHome,
  act: async (page) => page.getByRole('region', { name: 'Needs you' }).waitFor(),
};
