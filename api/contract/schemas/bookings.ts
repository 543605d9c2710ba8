import * as z from 'zod/mini';
import { BookingDetails } from './booking-details.ts';
import { BookingTerms } from './booking-terms.ts';
import { Photo } from './messages.ts';
import { OvertimeHours } from './overtime.ts';
import { Id, Instant } from './primitives.ts';
import { OwnQuote } from './quotes.ts';
import { Charge } from './refunds.ts';
import { Slot } from './visits/slots.ts';

export const bookingStatuses = ['pending', 'scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export const paymentTypes = ['subscription', 'one_time', 'custom_quote'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];
/** The team's filter of bookings by payment: a payment type, or waiting for a plan that nobody has paid. */
export const paymentFilters = [...paymentTypes, 'unpaid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** The side that acted on a booking: customer or team; left out if neither did, or if it is unknown. */
const By = z.optional(z.enum(['customer', 'team']));

/** A question of the service as it was asked, and the customer's answer. */
export const BookingAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  /** The photo that is the answer; left out for another kind. */
  photo: z.optional(Photo),
});
export type BookingAnswer = z.infer<typeof BookingAnswer>;

/** A change of a booking's status; the first change has no `from`. */
export const StatusChange = z.object({
  from: z.nullable(z.enum(bookingStatuses)),
  to: z.enum(bookingStatuses),
  at: Instant,
  by: By,
});

export const Booking = z.object({
  id: Id,
  status: z.enum(bookingStatuses),
  createdAt: Instant,
  scheduledDate: z.nullable(Instant),
  /** The length of the arrival window that was promised with the chosen time; left out for a wish and an exact time. */
  windowMinutes: z.optional(z.int()),
  completedDate: z.nullable(Instant),
  estimatedHours: z.number(),
  actualHours: z.nullable(z.number()),
  notes: z.nullable(z.string()),
  review: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  paymentType: z.enum(paymentTypes),
  service: z.object({
    id: Id,
    name: z.string(),
    estimatedHours: z.number(),
    category: z.object({ name: z.string(), color: z.string(), icon: z.string() }),
    /** Its uploaded picture, which everybody may read; left out without one. */
    picture: z.optional(Id),
  }),
  user: z.object({ email: z.string() }),
  /** The expiry of an open quote for the customer; left out without one. */
  quoteUntil: z.optional(Instant),
  /** The open quote's price in cents, or its hours of the plan; left out without an open quote. */
  quoteCents: z.optional(z.int()),
  quoteHours: z.optional(z.number()),
  /** The visit's address in one line, without state and postcode; left out if it is unknown. */
  place: z.optional(z.string()),
  /**
   * The worker who comes, or is there: once assigned, and if the business lets names be shown; left out for all others.
   * `others`: the names of those who come, too.
   */
  worker: z.optional(
    z.object({ name: z.string(), picture: z.nullable(Id), others: z.optional(z.array(z.string())) }),
  ),
  /** Hours past the estimate that wait for the customer's consent; left out without any. */
  extraHours: z.optional(z.number()),
  /** The time until which an unpaid booking waits for its customer's plan; left out for all others. */
  unpaidUntil: z.optional(Instant),
  /**
   * The booking's payment is disputed at the bank, and the booking cannot change until the bank decides; left out
   * for all others.
   */
  disputed: z.optional(z.literal(true)),
});
export type Booking = z.infer<typeof Booking>;

/** A move of a booking to another time. */
export const BookingMove = z.object({ from: z.nullable(Instant), to: Instant, at: Instant, by: By });

/**
 * The effect of cancelling a booking now, from the same code that enforces it.
 * `free`: nothing was paid or held. `refund`: the card payment is given back. `release`: the held hours are free
 * again. `forfeit`: it is too late; the payment or the hours are kept, and an agreed card payment is charged.
 */
export const cancellationOutcomes = ['free', 'refund', 'release', 'forfeit'] as const;
export const BookingChanges = z.object({
  /** The end of the time in which moving and cancelling are free; `null` if no time has been agreed. */
  freeUntil: z.nullable(Instant),
  /** `null` if the customer can no longer cancel. */
  cancel: z.nullable(
    z.object({
      outcome: z.enum(cancellationOutcomes),
      /** Cents that are refunded, or kept (`forfeit`). */
      amountCents: z.int(),
      /** Hours that are released, or used (`forfeit`). */
      hours: z.number(),
      /** The agreed card payment that a late cancellation charges; left out without one. */
      chargeCents: z.optional(z.int()),
    }),
  ),
  /** Whether the customer may move the booking; never after the notice period has begun. */
  mayReschedule: z.boolean(),
});
export type BookingChanges = z.infer<typeof BookingChanges>;

export const BookingDetail = z.extend(Booking, {
  /**
   * The customer's details, whose text form is `notes`; left out without any, and by servers from before January
   * 2027, whose answers a device may still have.
   */
  details: z.optional(BookingDetails),
  /** The customer's answers to the service's questions, in their words of then; left out without any. */
  answers: z.optional(z.array(BookingAnswer)),
  statusChanges: z.array(StatusChange),
  moves: z.array(BookingMove),
  changes: BookingChanges,
  /** How long before the visit a customer may still move it; left out if at any time. */
  noticeHours: z.optional(z.int()),
  /** The state of the card payment; `null` without one. */
  payment: z.nullable(z.object({ amountCents: z.int(), status: z.enum(['paid', 'refunding', 'refunded']) })),
  /** The card payments that were made for this booking, with their refunds; left out without any. */
  charges: z.optional(z.array(Charge)),
  /** The team's newest quote; `null` without one. */
  quote: z.nullable(OwnQuote),
  /** The agreed card payment for hours past the plan's, and its state; left out for all others. */
  past: z.optional(
    z.object({
      hours: z.number(),
      amountCents: z.int(),
      /** `covered`: hours that were granted later were enough. */
      state: z.enum(['agreed', 'covered', 'charging', 'owed', 'paid']),
    }),
  ),
  /** The terms of paying an unpaid booking with a plan, or hours of one; left out for all others. */
  terms: z.optional(BookingTerms),
  /**
   * The chosen time was taken before the booking was paid for, so the booking wishes for it: the free times nearest to
   * it, in order. Left out for all others.
   */
  timeTaken: z.optional(z.array(Slot)),
  /** The newest question about hours past the estimate that was not withdrawn; left out for all others. */
  extra: z.optional(OvertimeHours),
});
export type BookingDetail = z.infer<typeof BookingDetail>;
