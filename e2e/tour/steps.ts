import type { Page } from 'playwright';
import { workerReady } from '../device.ts';
import { front } from '../member-bookings.ts';
import { choosePhotos, photoStrip } from '../photos.ts';
import { bookBy, cards, find, pay, pickDateTime, submit, toCheckout } from '../steps.ts';
import { stayHere } from './changes.ts';
import { photoOf } from './scenes.ts';
import type { Things, View } from './view.ts';

/** Dialogs, questions, notices and the steps of the forms: views that need an act of the person. */
export function stepViews(of: Things, details: URLSearchParams): View[] {
  const member = (name: string, path: string, act: Act): View => ({ name, path, as: 'member', act });
  const guest = (name: string, path: string, act: Act): View => ({ name, path, as: 'guest', act });
  const scheduled = `/bookings/${of.scheduled}`;
  return [
    { ...member('drawer', '/', opens('Menu')), phoneOnly: true },
    { ...member('toast', '/profile', failToSignOut), alone: true },
    { ...member('logged-out', '/', endSession), alone: true },
    { ...member('sign-out-unsent', scheduled, leaveUnsent), alone: true, before: inAHotel },
    {
      ...member('sign-out-all', scheduled, (page) => leaveAll(page, `/bookings/${of.pending}`)),
      alone: true,
      before: inAHotel,
    },
    { ...member('message-unsent', scheduled, writeOffline), alone: true },

    { ...member('book-choice', '/services', opens(/^Book (?!again)/)), phoneOnly: true },
    member('book-plan', '/services', books('Book with Subscription')),
    member('book-plan-wrong', '/services', async (page) => {
      await books('Book with Subscription')(page);
      await submit(page);
      await page.getByText('Please select a preferred date and time').first().waitFor();
    }),
    member('book-card', '/services', books('Book Without Subscription')),
    member('book-picker', '/services', async (page) => {
      await books('Book Without Subscription')(page);
      await openPicker(page);
    }),
    member('custom-request', '/services', opens('Request Custom Service')),
    member('custom-request-wrong', '/services', async (page) => {
      await opens('Request Custom Service')(page);
      await submit(page);
      await page.getByText('Service name must be at least 3 characters').waitFor();
    }),
    member('reschedule', scheduled, opens('Reschedule')),
    member('reschedule-picker', scheduled, async (page) => {
      await opens('Reschedule')(page);
      await openPicker(page);
    }),
    member('cancel', scheduled, opens('Cancel Booking')),
    member('calendar', scheduled, opens('Add to Calendar')),
    member('calendar-link', scheduled, async (page) => {
      await opens('Add to Calendar')(page);
      const create = page.getByRole('button', { name: 'Create Private Link' });
      const link = page.getByRole('link', { name: 'Subscribe in Calendar' });
      await create.or(link).first().waitFor();
      if (await create.isVisible()) await create.click();
      await link.waitFor();
      await page.getByText('Replace or turn off the link').click();
    }),
    member('review', `/bookings/${of.completed}`, opens('Leave Review')),
    member('review-wrong', `/bookings/${of.completed}`, async (page) => {
      await opens('Leave Review')(page);
      await page.getByRole('button', { name: 'Send Review' }).click();
      await page.getByText('Please choose 1 to 5 stars').waitFor();
    }),
    member('bookings-welcome', '/bookings?subscription=success', async () => {}),
    member('add-card', '/billing', async (page) => {
      await opens('Add card')(page);
      await page.getByLabel('Card number').waitFor();
    }),
    member('remove-card', '/billing', opens(/^Remove /)),
    member('sign-out-everywhere', '/profile?tab=profile', opens('Sign out everywhere')),
    member('homes-suggested', '/profile?tab=profile', async (page) => {
      await page.getByText('Keep the address of your earlier bookings as a home?').waitFor();
    }),
    member('homes-new', '/profile?tab=profile', opens('Add a Home')),
    member('mailbox', '/sandbox/mailbox', async () => {}),

    guest('book-card-ready', '/services', async (page) => {
      await find(page, 'House and bathroom');
      await bookBy(page, 'Book Without Subscription - $189');
      const form = page.getByRole('dialog');
      await form.getByLabel('Phone number').fill('0491 570 110');
      await form.getByLabel('Service address').fill('3 Banksia Road, Leichhardt NSW 2040');
      await pickDateTime(page);
      await submit(page);
      await page.getByText('Ready to Complete Payment').waitFor();
    }),
    guest('checkout-declined', '/services', payWith(cards.declined, 'Your card was declined.')),
    guest('checkout-asks', '/services', payWith(cards.asks, 'Complete authentication')),
    guest('checkout-paid', '/services', payWith(cards.good, 'Payment Successful')),
    guest('custom-request-sent', '/services', sendRequest),
    {
      ...guest('checkout-provider-away', `/checkout/${of.service}?${details}`, async () => {}),
      alone: true,
      before: failTo('create-payment-intent'),
    },
    {
      ...guest('subscribe-provider-away', '/subscribe', async () => {}),
      alone: true,
      before: failTo('create-subscription'),
    },
    ...creditViews(guest),
    {
      ...member('cards-provider-away', '/billing', async () => {}),
      alone: true,
      before: failTo('payment-methods'),
    },
  ];
}

type Act = (page: Page) => Promise<void>;

/** A plan of a person who has a credit at the card provider. */
const creditViews = (guest: (name: string, path: string, act: Act) => View): View[] => [
  {
    ...guest('subscribe-credit', '/subscribe', async (page) => {
      await page.getByRole('button', { name: 'Start Plan' }).waitFor();
    }),
    alone: true,
    before: (page) =>
      page.route('**/api/create-subscription', (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'credit_pays',
            message: 'Your credit of $1,500.00 pays the first month. Please agree to start the plan.',
            requestId: 'tour',
          },
        }),
      ),
  },
  {
    ...guest('subscribe-credit-part', '/subscribe', async (page) => {
      await page.getByText('since your credit pays').waitFor();
    }),
    alone: true,
    before: (page) =>
      page.route('**/api/create-subscription', async (route) => {
        const response = await route.fetch();
        const begun = await response.json();
        await route.fulfill({ response, json: { ...begun, dueCents: begun.dueCents - 40_000 } });
      }),
  },
];

const opens =
  (name: string | RegExp): Act =>
  async (page) => {
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await page.locator('dialog[open]').first().waitFor();
  };

const books =
  (way: string): Act =>
  async (page) => {
    await bookBy(page, way);
    await page.locator('dialog[open] form').waitFor();
  };

async function openPicker(page: Page): Promise<void> {
  const field = page.locator('dialog[open]').getByRole('combobox').last();
  if ((await field.getAttribute('aria-expanded')) !== 'true') await field.click();
  await page.getByRole('listbox', { name: 'Day' }).waitFor();
}

const failTo =
  (call: string): Act =>
  async (page) => {
    await page.route(`**/api/${call}`, (route) =>
      route.fulfill({ status: 503, json: { code: 'payment_unavailable', message: 'No', requestId: 'tour' } }),
    );
  };

const payWith =
  (card: string, until: string): Act =>
  async (page) => {
    await toCheckout(page);
    await pay(page, card);
    await page.getByText(until).filter({ visible: true }).first().waitFor();
  };

async function sendRequest(page: Page): Promise<void> {
  await opens('Request Custom Service')(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('Service name').fill('Piano tuning');
  await form.getByLabel('Description').fill('An upright from 1972. Not tuned for years.');
  await form.getByLabel('Estimated hours').fill('2.5');
  await pickDateTime(page);
  await form.getByLabel('Location').fill('3 Banksia Road, Leichhardt');
  await submit(page);
  await page.getByRole('heading', { name: 'Request received' }).waitFor();
}

async function failToSignOut(page: Page): Promise<void> {
  await page.route('**/api/logout', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Sign Out' }).last().click();
  await page.getByText('You are still signed in').waitFor();
}

/** The session ends elsewhere while the dashboard is open. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'hearthkeep' });
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('heading', { name: 'Professional Services' }).waitFor();
}

async function writeOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await write(page);
}

async function write(page: Page): Promise<void> {
  await front(page.getByPlaceholder('Type your message...')).fill('The side gate is open.');
  await front(page.getByRole('button', { name: 'Send' })).click();
  await front(page.getByText(/^(Sending…|Waiting for the network)$/))
    .first()
    .waitFor();
}

/** Requests are answered with another operator's page. */
async function inAHotel(page: Page): Promise<void> {
  await stayHere(page);
  await page.route('**/api/bookings/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' })
      : route.fallback(),
  );
}

async function leaveUnsent(page: Page): Promise<void> {
  await workerReady(page);
  await write(page);
  await signOut(page);
}

/** A message waits, another was begun, and photos were chosen for it. */
async function leaveAll(page: Page, elsewhere: string): Promise<void> {
  await workerReady(page);
  await write(page);
  await page.goto(elsewhere);
  await choosePhotos(page, [await photoOf('gate'), await photoOf('lock')]);
  await photoStrip(page).nth(1).waitFor();
  await front(page.getByPlaceholder('Type your message...')).fill('The gate and its lock.');
  await signOut(page);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).last().click();
  await page.getByRole('dialog', { name: 'Sign out all the same?' }).waitFor();
}
