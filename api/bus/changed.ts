import type { Bus } from './bus.ts';

/** Something in the database is different: who should read what again (design §8). */
export interface Change {
  /** People whose open apps are told. */
  people?: readonly string[];
  /** Whether every administrator's open app is told. */
  admins?: boolean;
  /**
   * Paths of the API, as the event `changed` has them: one that ends in a slash means everything beneath it, any
   * other exactly that path, whatever its query.
   */
  keys: readonly string[];
}

/** Administrators' log: told with whatever an administrator may have done. */
export const acts = '/api/admin/audit';

/** Carries changes to the open apps, those of other processes too. A hint that is lost costs nothing but time. */
export interface Changes {
  /** Call it after the transaction has been committed: whoever is told reads at once. */
  tell(change: Change): void;
}

/** By the bus of the server's processes. */
export const changesOver = (bus: Bus): Changes => ({
  tell: ({ people = [], admins = false, keys }) => bus.tell({ kind: 'changed', people, admins, keys }),
});

/** What a member pays for, owes or was given back is different: for them and for the team. */
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
  // The inbox shows a customer's plan.
  const admins = ['users', 'users/', 'conversations', `conversations/${userId}`];
  changes.tell({ admins: true, keys: admins.map((of) => `/api/admin/${of}`) });
}

/** Somebody wrote in a booking's thread: for its customer and for the team, whose list shows who waits for whom. */
export function threadChanged(changes: Changes, booking: { id: string; userId: string }): void {
  const keys = [`/api/bookings/${booking.id}/messages`];
  changes.tell({ people: [booking.userId], admins: true, keys });
  changes.tell({ admins: true, keys: ['/api/admin/bookings', '/api/admin/bookings/', acts] });
}

/** Somebody disputes what they paid, their bank has decided, or what the provider refuses needs a person: for the team. */
export function disputesChanged(changes: Changes): void {
  changes.tell({
    admins: true,
    keys: [
      '/api/admin/disputes',
      '/api/admin/disputes/',
      '/api/admin/stuck-refunds',
      '/api/admin/left-at-provider',
      acts,
    ],
  });
}

/** A booking is new or different: for its customer and for the team. */
export function bookingChanged(changes: Changes, booking: { id: string; userId: string }): void {
  // What it holds or has used of the customer's hours follows it.
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
    // The list of customers says what each has open and when they booked last.
    'users',
    'users/',
    'extra-hours',
  ];
  changes.tell({
    admins: true,
    keys: [`/api/bookings/${booking.id}`, acts, ...admins.map((of) => `/api/admin/${of}`)],
  });
}

/** Bookings of these people have lost what was said in them: for them, since devices keep what they read, and for the team. */
export function bookingsForgotten(changes: Changes, people: readonly string[]): void {
  const keys = ['/api/bookings', '/api/bookings/'];
  const admins = ['bookings', 'bookings/', 'requests', 'requests/'].map((of) => `/api/admin/${of}`);
  changes.tell({ people, keys });
  changes.tell({ admins: true, keys: ['/api/bookings/', ...admins] });
}
