import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listAllBookings, readAnyBooking } from './admin-bookings.service.ts';
import { confirmBookings, writeToChosen } from './chosen.service.ts';
import { contactCustomer } from './contact.service.ts';
import { summariseBookings } from './summary.service.ts';

type AdminBookingCalls =
  | 'listAllBookings'
  | 'summariseBookings'
  | 'readAnyBooking'
  | 'contactCustomer'
  | 'confirmBookings'
  | 'writeToChosen';

export function adminBookingRoutes(deps: Deps): Pick<Handlers, AdminBookingCalls> {
  return {
    async listAllBookings({ person, query, nextPage }) {
      const { rows, next } = await listAllBookings(deps, person, query);
      if (next) nextPage(next);
      return rows;
    },
    summariseBookings: ({ person, query }) => summariseBookings(deps, person, query),
    readAnyBooking: ({ person, params }) => readAnyBooking(deps, person, params.id),
    confirmBookings: ({ person, body }) => confirmBookings(deps, person, body.ids),
    writeToChosen: ({ person, body, key }) => writeToChosen(deps, person, body, key),
    contactCustomer: ({ person, body, key, log }) => contactCustomer(deps, person, body, key, log),
  };
}
