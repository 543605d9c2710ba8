import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { BookingTerms, OverageAgreed } from '../schemas/booking-terms.ts';
import { BookingDetail } from '../schemas/bookings.ts';
import { Id, Instant } from '../schemas/primitives.ts';
import { call, one } from './call.ts';

export const overageCalls = {
  readBookingTerms: call({
    ...paths.readBookingTerms,
    summary: 'What a booking with my plan would take, what is missing, and what that costs',
    /** The visit's time; left out for a visit now. */
    query: z.object({ serviceId: Id, scheduledDate: z.optional(Instant) }),
    answer: BookingTerms,
    errors: ['not_found'],
  }),
  payWaitingBooking: call({
    ...paths.payWaitingBooking,
    uncounted: 'owed',
    summary: 'Has my plan pay for a booking that waits as not paid, and me for the hours that it lacks',
    params: one,
    /** The agreed card payment, as shown in the booking's `terms`. */
    body: z.object({ past: z.optional(OverageAgreed) }),
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'hours_short', 'terms_changed', 'plan_required'],
  }),
  payPastHours: call({
    ...paths.payPastHours,
    uncounted: 'owed',
    cost: 'card',
    summary: 'Pays work past my hours that my card refused, with the card that pays my plan',
    params: one,
    /** The secret with which the browser answers the bank's question; `null` if the bank does not ask. */
    answer: z.object({ clientSecret: z.nullable(z.string()) }),
    errors: ['not_found', 'payment_incomplete', 'payment_unavailable'],
  }),
} as const;
