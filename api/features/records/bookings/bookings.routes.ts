import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { createBooking, listBookings } from './bookings.service.ts';

export function bookingRoutes(deps: Deps): Pick<Handlers, 'listBookings' | 'createBooking'> {
  return {
    async listBookings({ person, query, nextPage }) {
      const { rows, next } = await listBookings(deps.db, person, query);
      if (next) nextPage(next);
      return rows;
    },
    createBooking: ({ person, body, key }) => createBooking(deps, person, body, key),
  };
}
