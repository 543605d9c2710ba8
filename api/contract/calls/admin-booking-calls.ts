import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { mostChosen } from '../rules/chosen.ts';
import { requestStandings } from '../rules/quote-terms.ts';
import {
  Booking,
  BookingDetail,
  BookingMove,
  bookingStatuses,
  paymentFilters,
  paymentTypes,
  StatusChange,
} from '../schemas/bookings.ts';
import { MessageText, text } from '../schemas/forms.ts';
import { Message } from '../schemas/messages.ts';
import { OvertimeHours } from '../schemas/overtime.ts';
import { ListedCustomer } from '../schemas/people.ts';
import { Id, Instant } from '../schemas/primitives.ts';
import { call, one, pageQuery } from './call.ts';
import { OvertimeReason } from './overtime-calls.ts';

/** A worker as the team's lists show them. */
const TeamWorker = z.object({
  id: Id,
  name: z.string(),
  /** A name of `workerColours`. */
  colour: z.string(),
  picture: z.nullable(Id),
});

/** A booking as the team sees it: with its customer, its payment, its thread, and who comes. */
export const AdminBooking = z.extend(Booking, {
  customer: ListedCustomer,
  payment: z.object({
    type: z.enum(paymentTypes),
    /** The amount and state of the card payment; `null` without one, and for a reader without `money.read`. */
    amountCents: z.nullable(z.int()),
    /** The part of it that was refunded; left out for none. */
    refundedCents: z.optional(z.int()),
    status: z.nullable(z.enum(['paid', 'refunding', 'refunded'])),
    /** The state of a custom request without an agreement; `null` for all other bookings. */
    request: z.nullable(z.enum(requestStandings)),
  }),
  thread: z.object({
    count: z.int(),
    lastAt: z.nullable(Instant),
    lastFrom: z.nullable(z.enum(['customer', 'admin'])),
    lastId: z.nullable(Id),
    /** The beginning of the customer's wait for the team's answer; `null` while none is due. */
    waitingSince: z.nullable(Instant),
  }),
  /** Who comes, by name: none is assigned if it is empty. Left out while the business has no workers. */
  workers: z.optional(z.array(TeamWorker)),
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** One booking, with its history. */
export const AdminBookingDetail = z.extend(AdminBooking, {
  statusChanges: z.array(StatusChange),
  moves: z.array(BookingMove),
  details: BookingDetail.shape.details,
  answers: BookingDetail.shape.answers,
  /** Hours past the estimate on which the customer must decide, or has decided. */
  extra: z.optional(OvertimeHours),
  /** The agreed card payment for hours past the customer's, and its state; left out for all others. */
  past: BookingDetail.shape.past,
  /** The card payments that were made for this booking, with their refunds; left out without any. */
  charges: BookingDetail.shape.charges,
  /** The sure numbers of the notes in E.164, for dialling: by the text that shows them. */
  tels: z.record(z.string(), z.string()),
});
export type AdminBookingDetail = z.infer<typeof AdminBookingDetail>;

const oneOf = bookingStatuses.join('|');

/** The orders of the list: by creation, by time, by customer, by status and then time. A minus turns one around. */
export const bookingOrders = [
  '-created',
  'created',
  'when',
  '-when',
  'customer',
  '-customer',
  'status',
  '-status',
] as const;
export type BookingOrder = (typeof bookingOrders)[number];

const chosenIds = new RegExp(`^[\\w-]{1,100}(,[\\w-]{1,100}){0,${mostChosen - 1}}$`);
const Chosen = z.array(Id).check(z.minLength(1), z.maxLength(mostChosen));

/** The result for one of several chosen bookings: `null` if it was done, or else the reason why it was not. */
export const ChosenResult = z.object({ id: Id, refused: z.nullable(z.string()) });
export type ChosenResult = z.infer<typeof ChosenResult>;

const filter = {
  /** One status, or several separated by commas. */
  status: z.optional(z.string().check(z.regex(new RegExp(`^(${oneOf})(,(${oneOf}))*$`), 'Unknown status'))),
  /** The first and the last scheduled day, in the business's zone: '2026-11-30'. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  category: z.optional(Id),
  payment: z.optional(z.enum(paymentFilters)),
  /** The customer's id. */
  customer: z.optional(Id),
  /**
   * The beginning of the booking's id, or words of the customer's name, of the e-mail address, of an address that they
   * gave, or of the service's name, or their telephone number.
   */
  text: z.optional(text(100)),
  /** The chosen bookings alone, separated by commas; then no text is looked for. */
  ids: z.optional(z.string().check(z.regex(chosenIds, 'Unknown bookings'))),
};
/** The team's filter of all bookings; a field left out does not filter. */
export const BookingFilter = z.object(filter);
export type BookingFilter = z.infer<typeof BookingFilter>;

/** A count; `more` if there are too many to count. */
const Count = z.object({ count: z.int(), more: z.boolean() });

export const BookingsSummary = z.object({
  /** Totals of the whole business, independent of the filter. */
  totalBookings: z.int(),
  /** Bookings scheduled on the business's present day, except cancelled ones. */
  todayBookings: z.int(),
  /** Customers with a running plan or an open booking; for readers of customers alone. */
  activeCustomers: z.optional(z.int()),
  /** Pending bookings. */
  pendingReviews: z.int(),
  /** Counts by status under the rest of the filter. */
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

/** The effects of setting a status beyond the status itself, from the same code that sets it. */
export const StatusConsequence = z.object({
  /**
   * The booking's present status. The client sends it back, and the server refuses if the booking has changed since.
   */
  from: z.enum(bookingStatuses),
  /** The booking's present payment type, sent back in the same way. */
  paymentType: z.enum(paymentTypes),
  /** The actual hours of the booking afterwards. */
  actualHours: z.nullable(z.number()),
  /** Hours of the customer's plan that the booking uses, and the part of them past the balance. */
  usedHours: z.number(),
  overageHours: z.number(),
  /** Hours used before that come back, including those past the balance. */
  returnedHours: z.number(),
  /** Cents refunded to the customer's card. */
  refundCents: z.int(),
  /** Cents charged to the card for work past the customer's hours, as agreed. */
  chargeCents: z.int(),
  /** Hours past the estimate that wait for the customer's consent; none of them is used before. */
  askedHours: z.number(),
  /** Hours whose open question to the customer is withdrawn. */
  withdrawnHours: z.number(),
  /** Whether the customer gets a mail: yes, no by their own choice, or there is nothing to tell or no known address. */
  letter: z.enum(['sent', 'declined', 'none']),
});
export type StatusConsequence = z.infer<typeof StatusConsequence>;

/** Calls of the team about bookings: the list, one booking, and its changes. */
export const adminBookingCalls = {
  listAllBookings: call({
    ...paths.listAllBookings,
    cost: 'heavy',
    summary: 'All bookings, the newest first unless another order is asked for',
    query: z.object({ ...pageQuery, ...filter, sort: z.optional(z.enum(bookingOrders)) }),
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
      /** Another reason than that of the open question follows, so that its customer is asked anew. */
      anotherReason: z.optional(z.literal('1')),
    }),
    answer: StatusConsequence,
    errors: ['not_found', 'plan_required', 'disputed'],
  }),
  setBookingStatus: call({
    ...paths.setBookingStatus,
    uncounted: 'owed',
    summary: "Sets a booking's status and its actual hours",
    cost: 'provider',
    params: one,
    body: z.object({
      status: z.enum(bookingStatuses),
      actualHours,
      /** The status that the administrator saw. If it has changed since, nothing is done. */
      seenStatus: z.optional(z.enum(bookingStatuses)),
      /**
       * The payment type that the administrator saw. It is checked too, because a request can be agreed on without a
       * change of status.
       */
      seenPayment: z.optional(z.enum(paymentTypes)),
      /** The effects that the administrator saw. If any has changed since, nothing is done. */
      seen: z.optional(StatusConsequence),
      /** The reason for longer work; required for a plan's work of over a quarter of an hour more than estimated. */
      reason: z.optional(OvertimeReason),
    }),
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'plan_required', 'disputed'],
  }),
  confirmBookings: call({
    ...paths.confirmBookings,
    uncounted: 'owed',
    cost: 'provider',
    summary: 'Schedules the chosen pending bookings, each for itself; says of each whether it was done',
    body: z.object({ ids: Chosen }),
    answer: z.array(ChosenResult),
  }),
  writeToChosen: call({
    ...paths.writeToChosen,
    summary:
      'Writes one message as the team into the threads of the chosen bookings; says of each whether it was done',
    body: z.object({ ids: Chosen, message: MessageText }),
    answer: z.array(ChosenResult),
    repeatable: true,
  }),
  waiveAnswer: call({
    ...paths.waiveAnswer,
    uncounted: 'seen',
    summary:
      'Notes that the last message of a thread needs no answer; the next message of its customer waits again',
    params: one,
    body: z.object({
      /** The message that the administrator saw. If the customer has written since, nothing is done. */
      lastSeenId: Id,
    }),
    answer: AdminBooking.shape.thread,
    errors: ['not_found', 'conflict'],
  }),
  contactCustomer: call({
    ...paths.contactCustomer,
    summary: "Writes to a booking's customer as the team: in its thread, and by mail where they wish",
    body: z.object({
      bookingId: Id,
      // Compared with the address that the issuer gave, whatever its form.
      customerEmail: z.string().check(z.maxLength(320)),
      message: MessageText,
    }),
    answer: Message,
    repeatable: true,
    errors: ['not_found', 'conflict', 'key_reused'],
  }),
} as const;
