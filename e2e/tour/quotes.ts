import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { aQuote, aRequest } from '../requests.ts';
import type { RunningServer } from '../server.ts';
import { homeAsked } from './home-asked.ts';
import type { View } from './view.ts';

const guest = 'guest@example.com';
const customer = 'hana@example.com';

/** Custom requests: the customers' views of the team's quotes, and the team's triage. */
export function quoteViews(server: RunningServer): View[] {
  let filled: Promise<void> | undefined;
  const triage = () => {
    filled ??= fillTriage(server);
    return filled;
  };
  const team = (name: string, path: string, act?: View['act']): View => ({
    name,
    path,
    as: 'admin',
    before: triage,
    ...(act && { act }),
  });
  const memberView = (name: string, make: () => Promise<string>, act?: View['act']): View => ({
    name,
    // The booking's address is known only after it was made.
    path: '/bookings',
    as: 'guest',
    act: async (page) => {
      await page.goto(`/bookings/${await make()}`);
      await page.locator('.quote-card').filter({ visible: true }).first().waitFor();
      await act?.(page);
    },
  });
  const quoted = async (given: Parameters<typeof aQuote>[2], more?: Parameters<typeof aQuote>[3]) => {
    const id = await aRequest(server, { of: guest });
    await aQuote(server, id, given, more);
    return id;
  };
  const priced = () =>
    quoted(
      { amountCents: 24_050 },
      { message: 'We bring new strings, and take about two hours.', scheduledInDays: 4 },
    );
  return [
    homeAsked,
    memberView('quote-waiting', () => aRequest(server, { of: guest })),
    memberView('quote-late', () => aRequest(server, { of: guest, minutesAgo: 150 })),
    memberView('quote-price', priced),
    memberView('quote-no-plan', () => quoted({ hours: 3 })),
    memberView('quote-expired', () => quoted({ amountCents: 24_050 }, { expiresInMinutes: -60 })),
    memberView('quote-pay', priced, async (page) => {
      await page.getByRole('button', { name: 'Accept and Pay $240.50' }).click();
      await page.getByLabel('Card number').or(page.getByText('Pay with')).first().waitFor();
    }),
    memberView('quote-decline', priced, async (page) => {
      await page.getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('dialog', { name: 'Decline this quote?' }).waitFor();
    }),
    team('requests-waiting', '/admin/requests'),
    team('requests-answered', '/admin/requests?state=answered'),
    team('requests-answer', '/admin/requests', answer),
    team('requests-answer-wrong', '/admin/requests', async (page) => {
      await answer(page);
      await page.getByRole('radio', { name: 'A price' }).check();
      await page.getByRole('button', { name: 'Send Quote' }).click();
      await page.getByText('Please enter an amount between $1 and $50,000').waitFor();
    }),
    ...(['loading', 'error'] as const).map(
      (state): View => ({ name: `requests-${state}`, path: '/admin/requests', as: 'admin', state }),
    ),
    { name: 'requests-denied', path: '/admin/requests', as: 'member' },
  ];
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
  await page.getByRole('button', { name: 'Send Quote' }).waitFor();
}

async function fillTriage(server: RunningServer): Promise<void> {
  const now = new Date().toISOString();
  const id = randomUUID();
  await server.rows((db) =>
    db
      .insertInto('users')
      .values({
        id,
        issuer: 'tour',
        subject: id,
        email: customer,
        email_verified: 1,
        first_name: 'Hana',
        last_name: 'Sato',
        profile_image_url: null,
        role_id: null,
        admin_by_list: 0,
        customer_id: null,
        concierge_contact: null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  const of = customer;
  await aRequest(server, { of, minutesAgo: 170, name: 'Hang a mirror' });
  await aRequest(server, { of, minutesAgo: 116, priority: 'urgent', name: 'Loose stair rail' });
  await aRequest(server, { of, minutesAgo: 95 });
  await aRequest(server, { of, minutesAgo: 5, priority: 'emergency', name: 'Burst pipe' });
  const message = 'With pleasure.';
  await aQuote(
    server,
    await aRequest(server, { of }),
    { amountCents: 24_050 },
    { message, scheduledInDays: 4 },
  );
  await aQuote(
    server,
    await aRequest(server, { of, name: 'Clean the gutters' }),
    { amountCents: 9000 },
    { expiresInMinutes: -60 },
  );
}
