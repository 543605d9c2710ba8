import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { cancelBooking } from './call-off.service.ts';
import { readBooking } from './detail.service.ts';
import { rescheduleBooking } from './move.service.ts';
import { reviewBooking } from './review.service.ts';
import { previewBookingStatus, setBookingStatus } from './status.service.ts';
import { payWaitingBooking } from './waiting.service.ts';

type BookingChangeCalls =
  | 'readBooking'
  | 'payWaitingBooking'
  | 'rescheduleBooking'
  | 'cancelBooking'
  | 'reviewBooking'
  | 'previewBookingStatus'
  | 'setBookingStatus';

export function bookingChangeRoutes(deps: Deps): Pick<Handlers, BookingChangeCalls> {
  return {
    readBooking: ({ person, params }) => readBooking(deps, person, params.id),
    payWaitingBooking: ({ person, params, body }) => payWaitingBooking(deps, person, params.id, body.past),
    rescheduleBooking: ({ person, params, body, key }) =>
      rescheduleBooking(deps, person, params.id, body, key),
    cancelBooking: ({ person, params, body, key }) => cancelBooking(deps, person, params.id, body, key),
    reviewBooking: ({ person, params, body }) => reviewBooking(deps, person, params.id, body),
    previewBookingStatus: ({ person, params, query }) => previewBookingStatus(deps, person, params.id, query),
    setBookingStatus: ({ person, params, body }) => setBookingStatus(deps, person, params.id, body),
  };
}
