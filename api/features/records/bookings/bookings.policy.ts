import type { Person } from '../../../core/person.ts';

/** Customers see their own bookings, the team those of all. */
export function mayTouch(person: Person, booking: { userId: string }): boolean {
  return booking.userId === person.id || person.permissions.has('bookings.read');
}

/**
 * Whether somebody writes about a booking as the team: everybody of the team in another person's booking, and an
 * administrator in their own as well.
 */
export const writesAsTeam = (person: Person, booking: { userId: string }): boolean =>
  person.role === 'admin' || booking.userId !== person.id;

/** Whether somebody who sees a booking may write and send photos there. */
export const mayWrite = (person: Person, booking: { userId: string }): boolean =>
  booking.userId === person.id || person.permissions.has('bookings.message');

/** Whether somebody who sees a booking may see the payments for it. */
export const maySeeMoney = (person: Person, booking: { userId: string }): boolean =>
  booking.userId === person.id || person.permissions.has('money.read');
