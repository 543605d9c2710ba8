import * as z from 'zod/mini';
import {
  BillingHistoryItem,
  Booking,
  BookingDetail,
  bookingStatuses,
  Config,
  Id,
  Message,
  Service,
  ServiceCategory,
  User,
} from './entities.ts';
import type { ErrorCode } from './errors.ts';
import { MessageText, oneTimeDetails } from './forms.ts';
import { planTiers } from './plans.ts';

type Schema = z.core.$ZodType;

/** Who may make a call: anyone, whoever is signed in, or administrators. Whose things they may touch is each feature's policy. */
export type Who = 'anyone' | 'signed-in' | 'admin';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters stand as `:name`. */
  path: string;
  who: Who;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  answer: Schema;
  /** Takes an `Idempotency-Key`: a repeat gets the first answer and changes nothing. */
  repeatable?: true;
  /** Codes beyond those that any call can answer with. */
  errors?: readonly ErrorCode[];
}

const call = <const C extends Call>(c: C): C => c;
const one = z.object({ id: Id });
const page = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

/**
 * Every call there is (spec §7). The router is built from this table, so what is not in it cannot be served;
 * the client is built from it, so a path is written once.
 */
export const calls = {
  readConfig: call({
    method: 'GET',
    path: '/api/config',
    who: 'anyone',
    summary: 'What a browser must know of this installation',
    answer: Config,
  }),
  readUser: call({
    method: 'GET',
    path: '/api/auth/user',
    who: 'signed-in',
    summary: 'The signed-in person',
    answer: User,
  }),

  listCategories: call({
    method: 'GET',
    path: '/api/service-categories',
    who: 'anyone',
    summary: 'The categories',
    answer: z.array(ServiceCategory),
  }),
  listServices: call({
    method: 'GET',
    path: '/api/services',
    who: 'anyone',
    summary: 'The catalogue',
    answer: z.array(Service),
  }),
  readService: call({
    method: 'GET',
    path: '/api/services/:id',
    who: 'anyone',
    summary: 'One service',
    params: one,
    answer: Service,
    errors: ['not_found'],
  }),

  listBookings: call({
    method: 'GET',
    path: '/api/bookings',
    who: 'signed-in',
    summary: 'My bookings, the newest first',
    query: page,
    answer: z.array(Booking),
  }),
  readBooking: call({
    method: 'GET',
    path: '/api/bookings/:id',
    who: 'signed-in',
    summary: 'One booking and its life',
    params: one,
    answer: BookingDetail,
    errors: ['not_found'],
  }),
  createBooking: call({
    method: 'POST',
    path: '/api/bookings',
    who: 'signed-in',
    summary: 'Books with a plan',
    body: z.object({
      serviceId: Id,
      scheduledDate: oneTimeDetails.scheduledDate,
      notes: z.string().check(z.maxLength(5000)),
      paymentType: z.literal('subscription'),
    }),
    answer: Booking,
    repeatable: true,
    errors: ['not_found', 'key_reused'],
  }),

  listMessages: call({
    method: 'GET',
    path: '/api/bookings/:id/messages',
    who: 'signed-in',
    summary: "A booking's thread, the oldest first",
    params: one,
    query: page,
    answer: z.array(Message),
    errors: ['not_found'],
  }),
  sendMessage: call({
    method: 'POST',
    path: '/api/bookings/messages',
    who: 'signed-in',
    summary: "Writes in a booking's thread",
    body: z.object({ bookingId: Id, message: MessageText }),
    answer: Message,
    repeatable: true,
    errors: ['not_found', 'key_reused'],
  }),

  createPaymentIntent: call({
    method: 'POST',
    path: '/api/create-payment-intent',
    who: 'signed-in',
    summary: "Starts a card payment of a service at the catalogue's price",
    body: z.object({ serviceId: Id, bookingData: z.object(oneTimeDetails) }),
    answer: z.object({ clientSecret: z.string() }),
    repeatable: true,
    errors: ['not_found', 'key_reused', 'payment_unavailable'],
  }),
  confirmOneTimePayment: call({
    method: 'POST',
    path: '/api/confirm-one-time-payment',
    who: 'signed-in',
    summary: 'Books what a succeeded payment paid for; may be repeated',
    body: z.object({ paymentIntentId: z.string().check(z.maxLength(255)), serviceId: Id, ...oneTimeDetails }),
    answer: Booking,
    errors: ['not_found', 'payment_incomplete', 'payment_unavailable', 'conflict'],
  }),
  createSubscription: call({
    method: 'POST',
    path: '/api/create-subscription',
    who: 'signed-in',
    summary: 'Starts a plan; its price and hours come from the plan table',
    body: z.object({
      tier: z.enum(planTiers),
      hours: z.optional(z.number()),
      concierge: z.optional(z.string()),
      priceAmount: z.optional(z.number()),
    }),
    answer: z.object({ clientSecret: z.string() }),
    repeatable: true,
    errors: ['plan_exists', 'conflict', 'key_reused', 'payment_unavailable'],
  }),
  listBillingHistory: call({
    method: 'GET',
    path: '/api/billing-history',
    who: 'signed-in',
    summary: 'What was paid, the newest first',
    query: page,
    answer: z.array(BillingHistoryItem),
  }),

  listAllBookings: call({
    method: 'GET',
    path: '/api/admin/bookings',
    who: 'admin',
    summary: 'All bookings, the newest first',
    query: page,
    answer: z.array(Booking),
  }),
  setBookingStatus: call({
    method: 'PATCH',
    path: '/api/admin/bookings/:id/status',
    who: 'admin',
    summary: "Sets a booking's status and its actual hours",
    params: one,
    body: z.object({
      status: z.enum(bookingStatuses),
      actualHours: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(100)))),
    }),
    answer: BookingDetail,
    errors: ['not_found'],
  }),
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type Answer<N extends CallName> = z.infer<Calls[N]['answer']>;
export type Body<N extends CallName> = Calls[N] extends { body: infer B extends Schema }
  ? z.infer<B>
  : undefined;
export type Params<N extends CallName> = Calls[N] extends { params: infer P extends Schema }
  ? z.infer<P>
  : undefined;
export type Query<N extends CallName> = Calls[N] extends { query: infer Q extends Schema }
  ? z.infer<Q>
  : undefined;
