import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { Booking } from '../schemas/bookings.ts';
import { BookingAnswers, oneTimeDetails } from '../schemas/forms.ts';
import { HoursLine, HoursNow } from '../schemas/hours.ts';
import { BillingHistoryItem, PaymentMethod } from '../schemas/payments.ts';
import { Id, PlanId, PlanVersionId } from '../schemas/primitives.ts';
import { Subscription, SubscriptionChange, SubscriptionPreview } from '../schemas/subscription.ts';
import { call, Done, page } from './call.ts';

const card = z.object({ id: z.string().check(z.maxLength(255)) });
/** The secret with which the browser answers the bank's question; the plan changes afterwards. */
const ChangedSubscription = z.object({ subscription: Subscription, clientSecret: z.nullable(z.string()) });

/** The calls about card payments, plans, cards, bills and hours. */
export const paymentCalls = {
  createPaymentIntent: call({
    ...paths.createPaymentIntent,
    cost: 'card',
    summary: "Starts a card payment of a service at the catalogue's price",
    body: z.object({
      serviceId: Id,
      /** The price and the length that the customer was shown; earlier releases send no length. */
      shown: z.optional(z.object({ price: z.number(), estimatedHours: z.optional(z.number()) })),
      answers: z.optional(BookingAnswers),
      bookingData: z.object(oneTimeDetails),
    }),
    answer: z.object({ clientSecret: z.string() }),
    repeatable: true,
    errors: ['not_found', 'key_reused', 'terms_changed', 'photo_missing', 'payment_unavailable', 'conflict'],
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
} as const;
