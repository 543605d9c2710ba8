import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { messageLimit } from '../rules/message-terms.ts';
import { quoteLimits, requestStates } from '../rules/quote-terms.ts';
import { OverageAgreed } from '../schemas/booking-terms.ts';
import { BookingDetail } from '../schemas/bookings.ts';
import { text } from '../schemas/forms.ts';
import { Id } from '../schemas/primitives.ts';
import { CustomRequest, RequestCounts } from '../schemas/quotes.ts';
import { Slot } from '../schemas/visits/slots.ts';
import { call, one, pageQuery } from './call.ts';
import { slotDays } from './slot-calls.ts';

const { cents, hours } = quoteLimits;
const amountMessage = 'Please enter an amount between 1 and 50,000';
const hoursMessage = 'Please enter 0.5 to 100 hours, in half hours';
const whenMessage = 'Please select a date and time';

const terms = {
  /** The open quote that the administrator has seen and replaces; `null` if there was none. */
  replaces: z.nullable(Id),
  /** Left out: the customer's own time stands. */
  scheduledDate: z.optional(z.nullable(z.iso.datetime(whenMessage))),
  /** The proposed time is one of `listRequestSlots`: it is looked for again when the quote is accepted. */
  isSlot: z.optional(z.boolean()),
  message: z.optional(text(messageLimit)),
  /** Left out: a week from now, but never later than the proposed time. */
  expiresAt: z.optional(z.iso.datetime(whenMessage)),
};

/** The team's answer. */
export const QuoteForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('price'),
    amountCents: z
      .int(amountMessage)
      .check(z.minimum(cents.min, amountMessage), z.maximum(cents.max, amountMessage)),
    ...terms,
  }),
  z.object({
    kind: z.literal('hours'),
    hours: z
      .number(hoursMessage)
      .check(
        z.minimum(hours.min, hoursMessage),
        z.maximum(hours.max, hoursMessage),
        z.multipleOf(hours.step, hoursMessage),
      ),
    ...terms,
  }),
]);
export type QuoteForm = z.infer<typeof QuoteForm>;

/** Custom requests: the team's triage and quotes, and the customer's answers. */
export const quoteCalls = {
  acceptQuote: call({
    ...paths.acceptQuote,
    uncounted: 'owed',
    cost: 'card',
    summary: "Accepts the team's quote: hours at once, a price with the card payment that this begins",
    params: one,
    body: z.object({
      quoteId: Id,
      /** The agreed card payment for hours past the plan's, as shown in `terms`. */
      past: z.optional(OverageAgreed),
    }),
    /** The secret with which the browser pays; `null` if nothing is left to pay. */
    answer: z.object({ booking: BookingDetail, clientSecret: z.nullable(z.string()) }),
    errors: [
      'not_found',
      'conflict',
      'terms_changed',
      'hours_short',
      'plan_required',
      'payment_processing',
      'payment_unavailable',
    ],
  }),
  declineQuote: call({
    ...paths.declineQuote,
    uncounted: 'owed',
    summary: "Declines the team's quote; the request stays, and another quote may follow",
    cost: 'provider',
    params: one,
    body: z.object({ quoteId: Id }),
    answer: BookingDetail,
    errors: ['not_found', 'conflict', 'terms_changed'],
  }),

  listRequests: call({
    ...paths.listRequests,
    cost: 'heavy',
    summary: 'Custom requests: those that wait by when an answer is due, others the newest first',
    query: z.object({ ...pageQuery, state: z.enum(requestStates) }),
    answer: z.array(CustomRequest),
  }),
  countRequests: call({
    ...paths.countRequests,
    summary: 'How many custom requests there are of each state',
    answer: RequestCounts,
  }),
  listRequestSlots: call({
    ...paths.listRequestSlots,
    cost: 'heavy',
    summary:
      "The times at which somebody can come for a request's work; none where times are only wished for",
    params: one,
    query: z.object({
      ...slotDays,
      /** The length of the work; left out: as requested. */
      hours: z.optional(z.coerce.number().check(z.minimum(hours.min), z.maximum(hours.max))),
    }),
    answer: z.array(Slot),
    errors: ['not_found'],
  }),
  sendQuote: call({
    ...paths.sendQuote,
    summary: 'Answers a custom request; a quote that is open makes way for the new one',
    cost: 'provider',
    params: one,
    body: QuoteForm,
    answer: CustomRequest,
    repeatable: true,
    errors: ['not_found', 'conflict', 'plan_required', 'slot_taken', 'key_reused'],
  }),
  withdrawQuote: call({
    ...paths.withdrawQuote,
    uncounted: 'owed',
    summary: 'Takes the open quote back; the request waits again',
    cost: 'provider',
    params: one,
    query: z.object({ quoteId: Id }),
    answer: CustomRequest,
    errors: ['not_found', 'conflict'],
  }),
} as const;
