import type { Page } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createBooking, listAllBookings, listBookings, readBooking } from './bookings.service.ts';
import { setBookingStatus } from './status.service.ts';

type BookingCalls = 'listBookings' | 'readBooking' | 'createBooking' | 'listAllBookings' | 'setBookingStatus';

export function bookingRoutes(deps: Deps): Pick<Handlers, BookingCalls> {
  const { db } = deps;
  return {
    listBookings: async ({ person, query, nextPage }) =>
      give(await listBookings(db, person, query), nextPage),
    readBooking: ({ person, params }) => readBooking(db, person, params.id),
    createBooking: ({ person, body, key }) => createBooking(deps, person, body, key),
    listAllBookings: async ({ query, nextPage }) => give(await listAllBookings(db, query), nextPage),
    setBookingStatus: ({ person, params, body }) => setBookingStatus(deps, person, params.id, body),
  };
}

function give<T>({ rows, next }: Page<T>, nextPage: (cursor: string) => void): T[] {
  if (next) nextPage(next);
  return rows;
}
