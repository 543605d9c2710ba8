import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import { waysOf } from '../../../shared/services/ways.ts';
import type { BookingKind } from '../form/drafts.ts';

/** A service that is still offered, and the last booking of it. */
export interface Again {
  service: Service;
  booking: Booking;
}

const most = 3;

/** The last booking of each service. Cancelled bookings are left out, because they do not show a wish to repeat. */
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

/** The kind of the earlier payment, or the only one in which the service is still sold. */
export const kindOf = ({ service, booking }: Again): BookingKind => {
  const { plan, card } = waysOf(service);
  return card && (booking.paymentType === 'one_time' || !plan) ? 'one_time' : 'subscription';
};
