import type { Booking, Service } from '../../../../api/contract/entities.ts';
import type { BookingKind, Typed } from '../form/drafts.ts';
import { rememberedFields, rememberFrom } from '../form/remembered.ts';
import { detailsIn } from '../notes.ts';

/** A service that is still offered, and the last booking of it. */
export interface Again {
  service: Service;
  booking: Booking;
}

const most = 3;

/** What was booked last, each service once; what was called off says nothing of what is wanted again. */
export function lastBooked(bookings: readonly Booking[], services: readonly Service[]): Again[] {
  const offered = new Map(services.map((service) => [service.id, service]));
  const found = new Map<string, Again>();
  for (const booking of bookings) {
    const service = offered.get(booking.service.id);
    if (!service || booking.status === 'cancelled' || found.has(service.id)) continue;
    found.set(service.id, { service, booking });
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** How it was paid for: with a plan's hours where it is not sold otherwise. */
export const kindOf = ({ service, booking }: Again): BookingKind =>
  booking.paymentType === 'one_time' && service.price !== null ? 'one_time' : 'subscription';

/** What the form of that kind begins with when a booking is made again: its place, its telephone and its notes. */
export function againFields(kind: BookingKind, { notes }: Pick<Booking, 'notes'>): Typed {
  const written = notes ? detailsIn(notes).notes : undefined;
  return { ...rememberedFields(kind, rememberFrom([{ notes }])), ...(written && { notes: written }) };
}
