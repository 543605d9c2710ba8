import type { Bus } from './bus.ts';

/** A change in the database, with the people who should read again, and the paths (design §8). */
export interface Change {
  /** People whose open apps are told. */
  people?: readonly string[];
  /** Whether the team's open apps are told: each of the paths that its person may read. */
  admins?: boolean;
  /** Whether everybody's open apps are told. */
  everyone?: boolean;
  /** The person whose data changed; the team's hints about one person are joined while they follow quickly. */
  of?: string;
  /**
   * Paths of the API, as in the event `changed`. A path that ends in a slash stands for everything beneath it; any
   * other stands for exactly that path, with any query.
   */
  keys: readonly string[];
}

/** The administrators' log; every change that an administrator can make names it. */
export const acts = '/api/admin/audit';

/** The team's day, which shows bookings, waiting people and disputes. */
export const today = '/api/admin/today';

/** Carries changes to the open apps of every process. A lost hint costs only time. */
export interface Changes {
  /** Must be called after the commit, because the people told read at once. */
  tell(change: Change): void;
}

/** Sends changes over the bus between the server's processes. */
export const changesOver = (bus: Bus): Changes => ({
  tell: ({ people = [], admins = false, everyone, of, keys }) =>
    bus.tell({
      kind: 'changed',
      people,
      admins,
      keys,
      ...(everyone && { everyone: true }),
      ...(of && { of }),
    }),
});

/** Tells a member and the team that the member's payments, debts or refunds changed. */
export function planChanged(changes: Changes, userId: string): void {
  changes.tell({
    people: [userId],
    keys: [
      '/api/auth/user',
      '/api/subscription',
      '/api/subscription/',
      '/api/billing-history',
      '/api/payment-methods',
      '/api/hours',
      '/api/hours/',
    ],
  });
  // The inbox shows each customer's plan.
  const admins = ['users', 'users/', 'charges/', 'conversations', `conversations/${userId}`];
  changes.tell({ admins: true, of: userId, keys: admins.map((of) => `/api/admin/${of}`) });
}

/** Tells a booking's customer and the team of a new message; the team's list shows who waits for an answer. */
export function threadChanged(changes: Changes, booking: { id: string; userId: string }): void {
  const keys = [`/api/bookings/${booking.id}/messages`];
  const of = booking.userId;
  changes.tell({ people: [of], admins: true, of, keys });
  changes.tell({ admins: true, of, keys: ['/api/admin/bookings', '/api/admin/bookings/', today, acts] });
}

/** Tells the team of a new dispute, a bank's decision, or a refusal of the provider that needs a person. */
export function disputesChanged(changes: Changes): void {
  changes.tell({
    admins: true,
    keys: [
      '/api/admin/disputes',
      '/api/admin/disputes/',
      '/api/admin/stuck-refunds',
      '/api/admin/left-at-provider',
      '/api/admin/unclear-at-provider',
      today,
      acts,
    ],
  });
}

/** Tells a booking's customer and the team that the booking is new or changed. */
export function bookingChanged(changes: Changes, booking: { id: string; userId: string }): void {
  // The customer's held and used hours follow from the booking.
  const keys = [
    '/api/bookings',
    `/api/bookings/${booking.id}`,
    '/api/auth/user',
    '/api/hours',
    '/api/hours/',
  ];
  changes.tell({ people: [booking.userId], keys });
  const admins = [
    'bookings',
    'bookings/',
    'requests',
    'requests/',
    'schedule',
    'live',
    // The list of customers shows each customer's open bookings and last booking.
    'users',
    'users/',
    'extra-hours',
  ];
  changes.tell({
    admins: true,
    of: booking.userId,
    keys: [`/api/bookings/${booking.id}`, today, acts, ...admins.map((of) => `/api/admin/${of}`)],
  });
}

/** Tells the customers and the team that messages of these bookings were erased; devices keep what they read. */
export function bookingsForgotten(changes: Changes, people: readonly string[]): void {
  const keys = ['/api/bookings', '/api/bookings/'];
  const admins = ['bookings', 'bookings/', 'requests', 'requests/'].map((of) => `/api/admin/${of}`);
  changes.tell({ people, keys });
  changes.tell({ admins: true, keys: ['/api/bookings/', ...admins] });
}

/** Tells everybody that the texts of the landing page changed, of which the app shows a few. */
export function textsChanged(changes: Changes): void {
  changes.tell({ everyone: true, keys: ['/api/texts', '/api/config'] });
  changes.tell({ admins: true, keys: ['/api/admin/texts', acts] });
}

/** Tells everybody that the look changed, which the configuration names. */
export function lookChanged(changes: Changes): void {
  changes.tell({ everyone: true, keys: ['/api/config'] });
  changes.tell({ admins: true, keys: ['/api/admin/look', acts] });
}

/** Tells everybody that the business's own facts changed, and the team that they stand in the log. */
export function businessChanged(changes: Changes): void {
  changes.tell({ everyone: true, keys: ['/api/config', '/api/business', '/api/auth/user'] });
  changes.tell({ admins: true, keys: ['/api/admin/business', acts] });
}

/**
 * The path of the plans on sale. Every note of a publication names it, so who keeps something made of the plans hears
 * a `changed` with this key, in every process.
 */
export const plansOnSale = '/api/plans';

/** Tells everybody that the plans on sale changed, and the team that their settings did. */
export function plansChanged(changes: Changes): void {
  changes.tell({ everyone: true, keys: [plansOnSale] });
  changes.tell({ admins: true, keys: ['/api/admin/plans', acts] });
}
