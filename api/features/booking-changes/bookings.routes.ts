import type { Page } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createBooking, listBookings } from '../bookings/bookings.service.ts';
import { readBookingTerms } from '../bookings/past-terms.service.ts';
import { payPastHours } from '../past-hours-charges/charges.service.ts';
import { cancelBooking, rescheduleBooking } from './changes.service.ts';
import { readBooking } from './detail.service.ts';
import { reviewBooking } from './review.service.ts';
import { previewBookingStatus, setBookingStatus } from './status.service.ts';
import { payWaitingBooking } from './waiting.service.ts';

type BookingCalls =
  | 'listBookings'
  | 'readBooking'
  | 'readBookingTerms'
  | 'payWaitingBooking'
  | 'payPastHours'
  | 'createBooking'
  | 'rescheduleBooking'
  | 'cancelBooking'
  | 'reviewBooking'
  | 'previewBookingStatus'
  | 'setBookingStatus';

export function bookingRoutes(deps: Deps): Pick<Handlers, BookingCalls> {
  const { db } = deps;
  return {
    listBookings: async ({ person, query, nextPage }) =>
      give(await listBookings(db, person, query), nextPage),
    readBooking: ({ person, params }) => readBooking(deps, person, params.id),
    readBookingTerms: ({ person, query }) => readBookingTerms(deps, person, query),
    payWaitingBooking: ({ person, params, body }) => payWaitingBooking(deps, person, params.id, body.past),
    payPastHours: async ({ person, params }) => ({
      clientSecret: await payPastHours(deps, person, params.id),
    }),
    createBooking: ({ person, body, key }) => createBooking(deps, person, body, key),
    rescheduleBooking: ({ person, params, body, key }) =>
      rescheduleBooking(deps, person, params.id, body, key),
    cancelBooking: ({ person, params, body, key }) => cancelBooking(deps, person, params.id, body, key),
    reviewBooking: ({ person, params, body }) => reviewBooking(deps, person, params.id, body),
    previewBookingStatus: ({ person, params, query }) => previewBookingStatus(deps, person, params.id, query),
    setBookingStatus: ({ person, params, body }) => setBookingStatus(deps, person, params.id, body),
  };
}

function give<T>({ rows, next }: Page<T>, nextPage: (cursor: string) => void): T[] {
  if (next) nextPage(next);
  return rows;
}
