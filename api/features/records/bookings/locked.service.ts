import type { Selectable } from 'kysely';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { mayTouch } from './bookings.policy.ts';
import { lockBooking, selectWhole } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';

/** A booking, locked until the transaction ends. @throws Refusal `not_found` */
export async function lockAnyBooking(db: Tx, id: string): Promise<Selectable<BookingTable>> {
  const booking = await lockBooking(db, id);
  if (!booking) throw notFound('Booking');
  return booking;
}

/**
 * The person's own booking, locked until the transaction ends. An administrator cannot decide for the customer.
 * @throws Refusal `not_found`, also for another person's; `forbidden` for an administrator, who may see it
 */
export async function lockOwnBooking(db: Tx, person: Person, id: string): Promise<Selectable<BookingTable>> {
  return requireOwn(person, await lockBooking(db, id));
}

/** The same without a lock. */
export async function readOwnBooking(db: Db, person: Person, id: string): Promise<Selectable<BookingTable>> {
  return requireOwn(person, await selectWhole(db, id));
}

function requireOwn(person: Person, booking: Selectable<BookingTable> | undefined): Selectable<BookingTable> {
  if (!booking || !mayTouch(person, { userId: booking.user_id })) throw notFound('Booking');
  if (booking.user_id !== person.id) throw new Refusal('forbidden', 'Only its customer may do this');
  return booking;
}
