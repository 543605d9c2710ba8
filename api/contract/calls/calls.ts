import * as z from 'zod/mini';
import { type CallName, paths } from '../paths/paths.ts';
import { OverageAgreed } from '../schemas/booking-terms.ts';
import { Booking, BookingDetail, cancellationOutcomes } from '../schemas/bookings.ts';
import { Service, ServiceCategory } from '../schemas/catalogue.ts';
import { Config } from '../schemas/config.ts';
import {
  BookingAnswers,
  BookingDetailsForm,
  customRequestDetails,
  oneTimeDetails,
  ReviewForm,
  text,
} from '../schemas/forms.ts';
import { HoursLine, HoursNow } from '../schemas/hours.ts';
import { BillingHistoryItem, PaymentMethod } from '../schemas/payments.ts';
import { CalendarLink, Preferences, SignedInDevice, User } from '../schemas/people.ts';
import { PlansOnSale } from '../schemas/plans.ts';
import { Id, Instant, PlanId, PlanVersionId } from '../schemas/primitives.ts';
import { PushDevice, PushSubscriptionForm } from '../schemas/push.ts';
import { Subscription, SubscriptionChange, SubscriptionPreview } from '../schemas/subscription.ts';
import { accountDeletionCalls } from './account-deletion-calls.ts';
import { adminBookingCalls } from './admin-booking-calls.ts';
import { businessCalls } from './business-calls.ts';
import { type Call, call, Done, one, page, type Schema, withOneOf } from './call.ts';
import { chatCalls } from './chat-calls.ts';
import { customerDataCalls } from './customer-data-calls.ts';
import { customerCalls } from './customers-calls.ts';
import { dataExportCalls } from './data-export-calls.ts';
import { disputeCalls } from './disputes-calls.ts';
import { messageCalls } from './message-calls.ts';
import { offerCalls } from './offer-calls.ts';
import { overageCalls } from './overage-calls.ts';
import { overtimeCalls } from './overtime-calls.ts';
import { quoteCalls } from './quotes-calls.ts';
import { refundCalls } from './refunds-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import { teamCalls } from './team-calls.ts';
import { todayCalls } from './today-calls.ts';

const card = z.object({ id: z.string().check(z.maxLength(255)) });
/** The secret with which the browser answers the bank's question; the plan changes afterwards. */
const ChangedSubscription = z.object({ subscription: Subscription, clientSecret: z.nullable(z.string()) });
/**
 * Every call of the API (spec §7). The router is built from this table, so a call outside it cannot be served. The
 * client is built from it, so a path is written once.
 */
export const calls = {
  readConfig: call({
    ...paths.readConfig,
    summary: 'What a browser must know of this installation',
    answer: Config,
  }),
  readUser: call({ ...paths.readUser, summary: 'The signed-in person', answer: User }),
  readPreferences: call({
    ...paths.readPreferences,
    summary: 'What I wish to be told, when I like visits, what the team should know',
    answer: Preferences,
  }),
  savePreferences: call({
    ...paths.savePreferences,
    summary: 'Keeps my preferences; what is left out stays',
    body: z.partial(Preferences),
    answer: Preferences,
  }),
  readPushDevice: call({
    ...paths.readPushDevice,
    summary: 'What this browser subscribes to push messages with, and whether it is sent any',
    answer: PushDevice,
  }),
  savePushSubscription: call({
    ...paths.savePushSubscription,
    summary: 'Has this browser sent push messages while I am signed in here',
    body: PushSubscriptionForm,
    answer: Done,
    errors: ['conflict'],
  }),
  removePushSubscription: call({
    ...paths.removePushSubscription,
    summary: 'Has this browser sent push messages no more',
    uncounted: 'ends',
    answer: Done,
  }),
  listSessions: call({
    ...paths.listSessions,
    summary: 'Where I am signed in, this browser first',
    answer: z.array(SignedInDevice),
  }),
  endSession: call({
    ...paths.endSession,
    summary: 'Signs one of my browsers out',
    uncounted: 'ends',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: Done,
    errors: ['not_found'],
  }),
  endAllSessions: call({
    ...paths.endAllSessions,
    summary: 'Signs all my browsers out, this one too; `url` is where this one goes on to',
    uncounted: 'ends',
    answer: z.object({ url: z.string() }),
  }),

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
    errors: ['not_found', 'key_reused', 'hours_short', 'terms_changed', 'conflict'],
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

  ...messageCalls,

  createPaymentIntent: call({
    ...paths.createPaymentIntent,
    cost: 'card',
    summary: "Starts a card payment of a service at the catalogue's price",
    body: z.object({
      serviceId: Id,
      /** The price that the customer was shown. */
      shown: z.optional(z.object({ price: z.number() })),
      answers: z.optional(BookingAnswers),
      bookingData: z.object(oneTimeDetails),
    }),
    answer: z.object({ clientSecret: z.string() }),
    repeatable: true,
    errors: ['not_found', 'key_reused', 'terms_changed', 'payment_unavailable', 'conflict'],
  }),
  confirmOneTimePayment: call({
    ...paths.confirmOneTimePayment,
    cost: 'provider',
    summary: 'Books what a succeeded payment paid for; may be repeated',
    uncounted: 'begun',
    // The booking's details are stored when the payment begins. The call may leave them out, because a page that
    // returns from the payer's bank no longer has them.
    body: z.object({
      paymentIntentId: z.string().check(z.maxLength(255)),
      serviceId: Id,
      ...z.partial(z.object(oneTimeDetails)).shape,
    }),
    answer: Booking,
    errors: ['not_found', 'payment_incomplete', 'payment_processing', 'payment_unavailable', 'conflict'],
  }),
  cancelPaymentIntent: call({
    ...paths.cancelPaymentIntent,
    cost: 'provider',
    summary: 'Gives a card payment up; one that was paid in the meantime is booked',
    uncounted: 'begun',
    body: z.object({ paymentIntentId: z.string().check(z.maxLength(255)) }),
    answer: z.object({ booking: z.nullable(Booking) }),
    errors: ['not_found', 'payment_processing', 'payment_unavailable', 'conflict'],
  }),
  createSubscription: call({
    ...paths.createSubscription,
    cost: 'card',
    summary: 'Starts a plan; its price and hours come from its version on sale',
    body: z.object({
      tier: PlanId,
      /** The version that was shown; without one, the plan's first. */
      versionId: z.optional(PlanVersionId),
      hours: z.optional(z.number()),
      concierge: z.optional(z.string()),
      priceAmount: z.optional(z.number()),
      /** The person agrees that their credit at the card provider pays the first month. */
      byCredit: z.optional(z.boolean()),
    }),
    // Without a secret there is nothing to pay: a credit at the card provider has paid, and the plan runs.
    // `dueCents` is the sum to pay now: less than the price if a credit pays a part.
    answer: z.object({ clientSecret: z.nullable(z.string()), dueCents: z.optional(z.int()) }),
    repeatable: true,
    errors: ['plan_exists', 'terms_changed', 'credit_pays', 'conflict', 'key_reused', 'payment_unavailable'],
  }),
  readSubscription: call({
    ...paths.readSubscription,
    summary: 'My plan: this period, what follows, what is owed',
    answer: Subscription,
  }),
  previewSubscription: call({
    ...paths.previewSubscription,
    cost: 'provider',
    summary: 'What changing to a plan would mean, to the cent',
    query: z.object({ tier: PlanId }),
    answer: SubscriptionPreview,
    errors: ['plan_required', 'conflict', 'payment_unavailable'],
  }),
  changeSubscription: call({
    ...paths.changeSubscription,
    uncounted: 'owed',
    cost: 'card',
    summary: 'Changes my plan: up at once, down or to its end with the period; or takes such a change back',
    body: SubscriptionChange,
    answer: ChangedSubscription,
    errors: ['plan_required', 'terms_changed', 'conflict', 'payment_incomplete', 'payment_unavailable'],
  }),
  paySubscription: call({
    ...paths.paySubscription,
    uncounted: 'owed',
    cost: 'card',
    summary: 'Pays what is owed of my plan with the card that pays it',
    answer: ChangedSubscription,
    errors: ['plan_required', 'conflict', 'payment_incomplete', 'payment_unavailable'],
  }),
  createSetupIntent: call({
    ...paths.createSetupIntent,
    uncounted: 'owed',
    cost: 'card',
    summary: 'Starts adding a card',
    answer: z.object({ client_secret: z.string() }),
    errors: ['payment_unavailable'],
  }),
  listPaymentMethods: call({
    ...paths.listPaymentMethods,
    cost: 'provider',
    summary: 'My cards, the default first',
    answer: z.array(PaymentMethod),
    errors: ['payment_unavailable'],
  }),
  removePaymentMethod: call({
    ...paths.removePaymentMethod,
    uncounted: 'owed',
    cost: 'provider',
    summary: 'Removes a card; the last one of a running plan stays',
    params: card,
    answer: Done,
    errors: ['not_found', 'last_card', 'conflict', 'payment_unavailable'],
  }),
  makePaymentMethodDefault: call({
    ...paths.makePaymentMethodDefault,
    uncounted: 'owed',
    cost: 'provider',
    summary: 'Makes a card the one that is charged',
    params: card,
    answer: Done,
    errors: ['not_found', 'conflict', 'payment_unavailable'],
  }),
  listBillingHistory: call({
    ...paths.listBillingHistory,
    summary: 'What was paid, the newest first',
    cost: 'heavy',
    query: page,
    answer: z.array(BillingHistoryItem),
  }),
  readHours: call({
    ...paths.readHours,
    summary: 'My hours now: the running period, and what each grant still holds',
    answer: HoursNow,
  }),
  listHoursStatement: call({
    ...paths.listHoursStatement,
    cost: 'heavy',
    summary: 'How every hour of mine came and went, the newest first',
    query: page,
    answer: z.array(HoursLine),
  }),

  ...chatCalls,
  ...customerCalls,
  ...customerDataCalls,
  ...dataExportCalls,
  ...accountDeletionCalls,
  ...disputeCalls,
  ...refundCalls,
  ...quoteCalls,

  ...overageCalls,
  ...overtimeCalls,
  ...scheduleCalls,
  ...teamCalls,
  ...todayCalls,
  ...businessCalls,
  ...offerCalls,
  ...adminBookingCalls,
} as const satisfies Record<CallName, Call>;

export type Calls = typeof calls;
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
