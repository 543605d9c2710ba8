import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { readBookedWork } from '../../records/bookings/booked-work.service.ts';
import { readOwnBooking } from '../../records/bookings/locked.service.ts';
import { requireService } from '../../records/catalogue/catalogue.service.ts';
import { readHomePostcode } from '../../records/homes/homes.service.ts';

/** What a time is looked for, as the calls say it. */
export interface Sought {
  serviceId: string;
  postcode?: string | undefined;
  /** One of the person's homes, in place of its postcode. */
  homeId?: string | undefined;
  /** The person's booking that moves; it has its own place and length. */
  bookingId?: string | undefined;
}

/**
 * The work and the place for which a person looks for a time.
 * @throws Refusal `not_found` (service, home, booking, also another person's; a booking of another service);
 * `forbidden` (a booking that the team may see)
 */
export async function readSought(db: Db, person: Person, { serviceId, postcode, homeId, bookingId }: Sought) {
  if (bookingId === undefined) {
    const service = await requireService(db, serviceId);
    const place = homeId ? await readHomePostcode(db, person.id, homeId) : postcode || null;
    return { service, postcode: place, movesId: undefined };
  }
  const booking = await readOwnBooking(db, person, bookingId);
  if (booking.service_id !== serviceId) throw notFound('Booking');
  const { postcode: place, ...service } = await readBookedWork(db, booking);
  return { service, postcode: place, movesId: booking.id };
}
