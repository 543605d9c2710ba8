import type { Person } from '../../../core/person.ts';

/** Members see and write to their own bookings, administrators to all. */
export function mayTouch(person: Person, booking: { userId: string }): boolean {
  return person.role === 'admin' || booking.userId === person.id;
}
