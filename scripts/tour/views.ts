import type { Page } from 'playwright';
import type { RunningServer } from '../../e2e/server.ts';

export type Persona = 'visitor' | 'member' | 'newcomer' | 'admin';

/** One picture: a page as somebody sees it, in one of its states. */
export interface View {
  name: string;
  path: string;
  as: Persona;
  /**
   * `loading`: what the page reads never comes; `error`: it fails; `offline`: it was read, then the network went.
   * Otherwise the page as it is.
   */
  state?: 'loading' | 'error' | 'offline';
  /** Only phones have it. */
  phoneOnly?: true;
  /** What a person does there before the picture is taken, such as opening a dialog. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};
const inDialog = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await open(page);
  await page.locator('dialog[open]').first().waitFor();
};

/** Every screen and every designed state of it, by whom it is seen. */
export async function allViews(server: RunningServer): Promise<View[]> {
  const of = await things(server);
  const details = new URLSearchParams({
    customerName: 'Noah Tran',
    phone: '0491 570 110',
    email: 'newcomer@example.com',
    address: '3 Banksia Road, Leichhardt NSW 2040',
    scheduledDate: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  const member = (name: string, path: string, act?: View['act']): View => ({
    name,
    path,
    as: 'member',
    ...(act && { act }),
  });
  const states = (name: string, path: string): View[] =>
    (['loading', 'error', 'offline'] as const).map((state) => ({
      name: `${name}-${state}`,
      path,
      as: 'member',
      state,
    }));

  return [
    { name: 'landing', path: '/', as: 'visitor' },
    { name: 'signin', path: '/signin', as: 'visitor' },
    { name: 'signin-expired', path: '/signin?error=expired', as: 'visitor' },
    { name: 'services', path: '/services', as: 'visitor' },
    { name: 'gate', path: `/bookings/${of.scheduled}`, as: 'visitor' },
    { name: 'not-found', path: '/nowhere', as: 'visitor' },

    member('home', '/'),
    ...states('home', '/'),
    { ...member('drawer', '/', inDialog(press('Menu'))), phoneOnly: true },
    member('services', '/services'),
    member('services-nothing', '/services', async (page) => page.getByLabel('Search services').fill('zzz')),
    ...states('services', '/services'),
    member('book-plan', '/services', inDialog(press('Book with Subscription'))),
    member('book-card', '/services', inDialog(press(/Book Without Subscription/))),
    member('custom-request', '/services', inDialog(press('Request Custom Service'))),
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
    member('not-found', '/nowhere'),

    { name: 'home', path: '/', as: 'newcomer' },
    { name: 'bookings', path: '/bookings', as: 'newcomer' },
    { name: 'billing', path: '/billing', as: 'newcomer' },
    { name: 'profile', path: '/profile', as: 'newcomer' },
    { name: 'checkout', path: `/checkout/${of.service}?${details}`, as: 'newcomer' },
    { name: 'checkout-not-found', path: '/checkout/00000000-0000-4000-8000-000000000000', as: 'newcomer' },
    { name: 'subscribe', path: `/subscribe?tier=deluxe&${details}`, as: 'newcomer' },

    { name: 'home', path: '/', as: 'admin' },
  ];
}

/** Rows that the pages are about. */
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
    return { ...byStatus, service: service.id } as Record<string, string>;
  });
}
