import * as z from 'zod/mini';
import { call, one, pageQuery } from './call.ts';
import {
  Booking,
  BookingDetail,
  BookingMove,
  bookingStatuses,
  Id,
  Instant,
  Message,
  paymentFilters,
  paymentTypes,
  StatusChange,
} from './entities.ts';
import { ExtraHours } from './extra-hours.ts';
import { ExtraReason } from './extra-hours-calls.ts';
import { emailAddress, MessageText, text } from './forms.ts';
import { paths } from './paths.ts';
import { requestStandings } from './quote-terms.ts';

/** A booking as the team sees it: beside what it is, whose, how it is paid, and who wrote last. */
export const AdminBooking = z.extend(Booking, {
  customer: z.object({ id: Id, name: z.string(), email: z.string() }),
  payment: z.object({
    type: z.enum(paymentTypes),
    /** Of the card payment; `null` where none was made. */
    amountCents: z.nullable(z.int()),
    status: z.nullable(z.enum(['paid', 'refunding', 'refunded'])),
    /** Of a custom request on which nothing has been agreed; `null` for all else. */
    request: z.nullable(z.enum(requestStandings)),
  }),
  /** Whoever wrote last waits for the other: `customer` for the team's answer. */
  thread: z.object({
    count: z.int(),
    lastAt: z.nullable(Instant),
    lastFrom: z.nullable(z.enum(['customer', 'admin'])),
  }),
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** One of them, with its life so far. */
export const AdminBookingDetail = z.extend(AdminBooking, {
  statusChanges: z.array(StatusChange),
  moves: z.array(BookingMove),
  /** Hours past the estimate that its customer is asked about, or has answered. */
  extra: z.optional(ExtraHours),
});
export type AdminBookingDetail = z.infer<typeof AdminBookingDetail>;

const oneOf = bookingStatuses.join('|');

const filter = {
  /** One, or several with commas. */
  status: z.optional(z.string().check(z.regex(new RegExp(`^(${oneOf})(,(${oneOf}))*$`), 'Unknown status'))),
  /** The scheduled day, as the business reckons days, from the first to the last of them: '2026-11-30'. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  category: z.optional(Id),
  payment: z.optional(z.enum(paymentFilters)),
  /** The customer's id. */
  customer: z.optional(Id),
  /** The beginning of the booking's id, words of the customer's name or e-mail address, or of the service's name. */
  text: z.optional(text(100)),
};
/** What the team narrows all bookings down by; what is left out narrows nothing. */
export const BookingFilter = z.object(filter);
export type BookingFilter = z.infer<typeof BookingFilter>;

/** How many there are; where they are too many to count, that many and more. */
const Count = z.object({ count: z.int(), more: z.boolean() });

export const BookingsSummary = z.object({
  /** The business as a whole, whatever the filter. */
  totalBookings: z.int(),
  /** Scheduled within the business's day, but for what was cancelled. */
  todayBookings: z.int(),
  /** With a plan that runs, or a booking that is not at its end. */
  activeCustomers: z.int(),
  /** What is pending. */
  pendingReviews: z.int(),
  /** What the filter leaves, its status aside. */
  tabs: z.object({
    pending: Count,
    scheduled: Count,
    in_progress: Count,
    completed: Count,
    all: Count,
  }),
});
export type BookingsSummary = z.infer<typeof BookingsSummary>;

const actualHours = z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(100))));

/** What setting a status does beyond the status, by the code that does it. */
export const StatusConsequence = z.object({
  /** What the booking is now; sent along, so that nothing is done to what has changed since. */
  from: z.enum(bookingStatuses),
  /** How it is to be paid now; sent along likewise. */
  paymentType: z.enum(paymentTypes),
  /** The actual hours that the booking then has. */
  actualHours: z.nullable(z.number()),
  /** Hours of the customer's plan that are used for it, of them those past the balance. */
  usedHours: z.number(),
  overageHours: z.number(),
  /** Hours that it had used before and that come back; those past the balance among them. */
  returnedHours: z.number(),
  /** Cents that go back to the customer's card. */
  refundCents: z.int(),
  /** Cents that are charged to it: work past the customer's hours, as they agreed to. */
  chargeCents: z.int(),
  /** Hours past the estimate that then wait for the customer to agree: nothing of them is used before. */
  askedHours: z.number(),
  /** Hours that wait now, and that nobody asks about any more. */
  withdrawnHours: z.number(),
  /** Whether the customer is told by mail: they are, they chose not to be, or there is nothing to tell. */
  letter: z.enum(['sent', 'declined', 'none']),
});
export type StatusConsequence = z.infer<typeof StatusConsequence>;

/** The team's list of bookings, and what it does with one. */
export const adminBookingCalls = {
  listAllBookings: call({
    ...paths.listAllBookings,
    cost: 'heavy',
    summary: 'All bookings, the newest first',
    query: z.object({ ...pageQuery, ...filter }),
    answer: z.array(AdminBooking),
  }),
  summariseBookings: call({
    ...paths.summariseBookings,
    cost: 'heavy',
    summary: 'How many bookings there are, in all and by status',
    query: BookingFilter,
    answer: BookingsSummary,
  }),
  readAnyBooking: call({
    ...paths.readAnyBooking,
    summary: 'Any booking, with its customer, its payment and its life',
    params: one,
    answer: AdminBookingDetail,
    errors: ['not_found'],
  }),
  previewBookingStatus: call({
    ...paths.previewBookingStatus,
    cost: 'heavy',
    summary: 'What setting a status would do: hours, money, letters',
    params: one,
    query: z.object({
      status: z.enum(bookingStatuses),
      actualHours: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(100))),
    }),
    answer: StatusConsequence,
    errors: ['not_found', 'plan_required', 'disputed'],
  }),
  setBookingStatus: call({
    ...paths.setBookingStatus,
    summary: "Sets a booking's status and its actual hours",
    params: one,
    body: z.object({
      status: z.enum(bookingStatuses),
      actualHours,
      /** What whoever decides has seen it to be; if it is something else by now, nothing is done. */
      seenStatus: z.optional(z.enum(bookingStatuses)),
      /** How they have seen it to be paid, likewise: a request that is agreed on meanwhile may keep its status. */
      seenPayment: z.optional(z.enum(paymentTypes)),
      /** Why it took longer: of a plan's work that takes over a quarter of an hour more than was estimated. */
      reason: z.optional(ExtraReason),
    }),
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'plan_required', 'disputed'],
  }),
  contactCustomer: call({
    ...paths.contactCustomer,
    summary: "Writes to a booking's customer as the team: in its thread, and by mail where they wish",
    body: z.object({ bookingId: Id, customerEmail: emailAddress, message: MessageText }),
    answer: Message,
    repeatable: true,
    errors: ['not_found', 'conflict', 'key_reused'],
  }),
} as const;
