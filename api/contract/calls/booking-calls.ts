import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { OverageAgreed } from '../schemas/booking-terms.ts';
import { Booking, BookingDetail, cancellationOutcomes } from '../schemas/bookings.ts';
import { Service, ServiceCategory } from '../schemas/catalogue.ts';
import {
  BookingAnswers,
  BookingDetailsForm,
  customRequestDetails,
  oneTimeDetails,
  ReviewForm,
  text,
} from '../schemas/forms.ts';
import { CalendarLink } from '../schemas/people.ts';
import { PlansOnSale } from '../schemas/plans.ts';
import { Id, Instant } from '../schemas/primitives.ts';
import { call, one, page, withOneOf } from './call.ts';

/** The calls of a customer about the catalogue and their bookings. */
export const bookingCalls = {
  listCategories: call({
    ...paths.listCategories,
    summary: 'The categories',
    answer: z.array(ServiceCategory),
  }),
  listServices: call({ ...paths.listServices, summary: 'The catalogue', answer: z.array(Service) }),
  listPlans: call({ ...paths.listPlans, summary: 'The plans on sale', answer: PlansOnSale }),
  readService: call({
    ...paths.readService,
    summary: 'One service',
    params: one,
    answer: Service,
    errors: ['not_found'],
  }),
  listBookings: call({
    ...paths.listBookings,
    summary: 'My bookings, the newest first',
    cost: 'heavy',
    query: page,
    answer: z.array(Booking),
  }),
  readBooking: call({
    ...paths.readBooking,
    summary: 'One booking and its life',
    params: one,
    answer: BookingDetail,
    errors: ['not_found'],
  }),
  createBooking: call({
    ...paths.createBooking,
    summary: 'Books with a plan',
    body: withOneOf(
      z.object({
        serviceId: Id,
        scheduledDate: oneTimeDetails.scheduledDate,
        /** The service's length that the customer was shown. */
        shown: z.optional(z.object({ estimatedHours: z.number() })),
        answers: z.optional(BookingAnswers),
        /** The details one by one, or `notes`, their text form (spec §7). */
        details: z.optional(BookingDetailsForm),
        notes: z.optional(text(5000)),
        paymentType: z.literal('subscription'),
        /** The agreed card payment for hours past the plan's, as shown by `readBookingTerms`. */
        past: z.optional(OverageAgreed),
      }),
      'notes',
      'details',
    ),
    answer: Booking,
    repeatable: true,
    errors: ['not_found', 'key_reused', 'hours_short', 'terms_changed', 'photo_missing', 'conflict'],
  }),
  requestCustomService: call({
    ...paths.requestCustomService,
    summary: 'Asks for what is not in the catalogue; the team answers with a quote',
    body: z.object({
      ...customRequestDetails,
      serviceId: z.literal('custom-service'),
      // One text with the description, the notes and the rest of the form.
      notes: z.optional(text(8000)),
      paymentType: z.literal('custom_quote'),
    }),
    answer: Booking,
    repeatable: true,
    errors: ['key_reused', 'conflict'],
  }),
  rescheduleBooking: call({
    ...paths.rescheduleBooking,
    uncounted: 'owed',
    summary: 'Moves my booking to another time, until its notice begins',
    params: one,
    body: z.object({
      scheduledDate: oneTimeDetails.scheduledDate,
      /**
       * The time that the customer saw, perhaps offline. If the team has agreed on another time since, the move is
       * refused.
       */
      expectedDate: z.optional(z.nullable(Instant)),
    }),
    answer: BookingDetail,
    repeatable: true,
    errors: ['not_found', 'conflict', 'too_late', 'hours_short', 'key_reused'],
  }),
  cancelBooking: call({
    ...paths.cancelBooking,
    uncounted: 'owed',
    summary: 'Calls my booking off, on the terms that were shown',
    cost: 'provider',
    params: one,
    body: z.object({
      outcome: z.enum(cancellationOutcomes),
      /** The terms shown in `changes.cancel`. The call is refused if the sums or hours differ now. */
      amountCents: z.optional(z.int()),
      hours: z.optional(z.number()),
      /** The charge shown; none if left out. */
      chargeCents: z.optional(z.int()),
    }),
    answer: BookingDetail,
    repeatable: true,
    errors: ['not_found', 'conflict', 'terms_changed', 'key_reused'],
  }),
  reviewBooking: call({
    ...paths.reviewBooking,
    summary: 'Reviews my completed booking, once',
    params: one,
    body: ReviewForm,
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'already_reviewed'],
  }),
  readCalendarLink: call({
    ...paths.readCalendarLink,
    summary: 'The address to which my calendars subscribe',
    answer: CalendarLink,
  }),
  createCalendarLink: call({
    ...paths.createCalendarLink,
    summary: 'Makes a new such address; the one before stops working',
    answer: CalendarLink,
  }),
  revokeCalendarLink: call({
    ...paths.revokeCalendarLink,
    summary: 'Ends the address',
    uncounted: 'ends',
    answer: CalendarLink,
  }),
} as const;
