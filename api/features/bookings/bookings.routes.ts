import type { Page } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createBooking, listAllBookings, listBookings } from './bookings.service.ts';
import { cancelBooking, rescheduleBooking } from './changes.service.ts';
import { readBooking } from './detail.service.ts';
import { reviewBooking } from './review.service.ts';
import { setBookingStatus } from './status.service.ts';

type BookingCalls =
  | 'listBookings'
  | 'readBooking'
  | 'createBooking'
  | 'rescheduleBooking'
  | 'cancelBooking'
  | 'reviewBooking'
  | 'listAllBookings'
  | 'setBookingStatus';

export function bookingRoutes(deps: Deps): Pick<Handlers, BookingCalls> {
  const { db } = deps;
  return {
    listBookings: async ({ person, query, nextPage }) =>
      give(await listBookings(db, person, query), nextPage),
    readBooking: ({ person, params }) => readBooking(deps, person, params.id),
    createBooking: ({ person, body, key }) => createBooking(deps, person, body, key),
    rescheduleBooking: ({ person, params, body }) => rescheduleBooking(deps, person, params.id, body),
    cancelBooking: ({ person, params, body }) => cancelBooking(deps, person, params.id, body),
    reviewBooking: ({ person, params, body }) => reviewBooking(deps, person, params.id, body),
    listAllBookings: async ({ query, nextPage }) => give(await listAllBookings(db, query), nextPage),
    setBookingStatus: ({ person, params, body }) => setBookingStatus(deps, person, params.id, body),
  };
}

function give<T>({ rows, next }: Page<T>, nextPage: (cursor: string) => void): T[] {
  if (next) nextPage(next);
  return rows;
}
