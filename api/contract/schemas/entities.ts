import * as z from 'zod/mini';
import { planTiers } from '../facts/plans.ts';
import { BookingTerms } from './booking-terms.ts';
import { ExtraHours } from './extra-hours.ts';
import { text } from './forms.ts';
import { OwnQuote } from './quotes.ts';

/** A random UUID; people see its first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as written by `Date.toISOString`. */
export const Instant = z.iso.datetime();

export const roles = ['customer', 'admin'] as const;
export const bookingStatuses = ['pending', 'scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export const paymentTypes = ['subscription', 'one_time', 'custom_quote'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];
/** The team's filter of bookings by payment: a payment type, or waiting for a plan that nobody has paid. */
export const paymentFilters = [...paymentTypes, 'unpaid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the issuer vouches for the address; mail goes only to such addresses. */
  emailVerified: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  subscriptionTier: z.enum([...planTiers, 'none']),
  /** Whether a payment failed and is still owed: the plan's last one, or one for work past its hours. */
  paymentFailed: z.boolean(),
  /** The plan's hours per month. */
  monthlyHours: z.number(),
  /** Hours used in the current period, a decimal string ("5.5"). */
  usedHours: z.string(),
  /** Hours held by plan bookings that are still to be done. */
  heldHours: z.number(),
  /** Hours that can be booked now: rolled-over hours included, held hours not. */
  remainingHours: z.number(),
  /** The telephone number of the member's concierge. */
  conciergeContact: z.nullable(z.string()),
  /** The plan's name for its concierge ("Dedicated Concierge"). */
  personalConcierge: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

export const ServiceCategory = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A name in the palette (`sky`, `leaf`, …), not a CSS value: each has its own light and dark pair. */
  color: z.string(),
  /** The name of one of the app's icons. */
  icon: z.string(),
});
export type ServiceCategory = z.infer<typeof ServiceCategory>;

export const Service = z.object({
  id: Id,
  /** The service's name for programs, such as 'lawn-mowing'; it also names the drawing. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Dollars; `null` if the service is not sold one by one. */
  price: z.nullable(z.number()),
  estimatedHours: z.number(),
  categoryId: Id,
  category: z.object({ name: z.string(), color: z.string(), icon: z.string() }),
});
export type Service = z.infer<typeof Service>;

/** The side that acted on a booking: customer or team; left out if neither did, or if it is unknown. */
const By = z.optional(z.enum(['customer', 'team']));

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
  }),
  user: z.object({ email: z.string() }),
  /** The expiry of an open quote for the customer; left out without one. */
  quoteUntil: z.optional(Instant),
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
  statusChanges: z.array(StatusChange),
  moves: z.array(BookingMove),
  changes: BookingChanges,
  /** The state of the card payment; `null` without one. */
  payment: z.nullable(z.object({ amountCents: z.int(), status: z.enum(['paid', 'refunding', 'refunded']) })),
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
  /** The newest question about hours past the estimate that was not withdrawn; left out for all others. */
  extra: z.optional(ExtraHours),
});
export type BookingDetail = z.infer<typeof BookingDetail>;

/** A photo of a message as stored: turned upright, its sides in pixels. */
export const Photo = z.object({ id: Id, width: z.int(), height: z.int() });
export type Photo = z.infer<typeof Photo>;

export const Message = z.object({
  id: Id,
  bookingId: Id,
  /** May be empty only with photos. */
  message: z.string(),
  /** In the writer's order. */
  photos: z.array(Photo),
  senderType: z.enum(['customer', 'admin']),
  createdAt: Instant,
  /** The id under which the writer's device queued it; it relates the stored message to the queued one. */
  clientId: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

export const BillingHistoryItem = z.object({
  id: z.string(),
  /** Cents. */
  amount_paid: z.int(),
  /** Cents refunded, at most the whole; the whole if the status is `refunded`. */
  amount_refunded: z.int(),
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  status: z.enum(['paid', 'open', 'refunded', 'failed']),
  hosted_invoice_url: z.nullable(z.string()),
});
export type BillingHistoryItem = z.infer<typeof BillingHistoryItem>;

/** The hours granted by an invoice of a plan, and their expiry. */
const grantOf = {
  tier: z.enum(planTiers),
  periodStart: Instant,
  periodEnd: Instant,
  /** Three months after the period (spec §9). */
  expiresAt: Instant,
};

/** A member's hours at this moment. */
export const HoursNow = z.object({
  /** The plan's running period; `null` without one. */
  period: z.nullable(
    z.object({
      start: Instant,
      end: Instant,
      /** Granted by the period's invoices, including those of upgrades. */
      grantedHours: z.number(),
      /** Includes hours past the balance. */
      usedHours: z.number(),
    }),
  ),
  /** The grants that can be used now, in the order of use: the first to expire first. */
  grants: z.array(
    z.object({
      id: Id,
      /** Hours of a new period, or hours that an upgrade added within one. */
      kind: z.enum(['period', 'upgrade']),
      ...grantOf,
      grantedHours: z.number(),
      remainingHours: z.number(),
    }),
  ),
  /** The part of them that booked work holds. */
  heldHours: z.number(),
  /** Hours used past the balance in this period. */
  overageHours: z.number(),
});
export type HoursNow = z.infer<typeof HoursNow>;

/** An entry in a member's ledger of hours. */
export const HoursLine = z.object({
  id: z.string(),
  /**
   * `granted` and `upgrade` add hours, `used` takes them, `taken_back` returns hours that a booking had used.
   * `overage` was used past the balance, which it leaves unchanged; with positive hours it was taken back. `expired`
   * removes a grant's remaining hours; with positive hours, a correction used hours of a grant that has expired
   * since the work. `frozen` removes hours that are disputed at the bank; with positive hours they came back.
   */
  kind: z.enum(['granted', 'upgrade', 'used', 'taken_back', 'overage', 'expired', 'frozen']),
  /** The time of the entry, or of the expiry. */
  at: Instant,
  /** Signed: positive or negative. */
  hours: z.number(),
  /** The hours of all grants after this entry. */
  balance: z.number(),
  /** The grant that the hours belong to; `null` for hours past the balance. */
  grant: z.nullable(z.object(grantOf)),
  booking: z.nullable(z.object({ id: Id, service: z.string() })),
  /** The time of the work that uses the hours. */
  workedAt: z.nullable(Instant),
});
export type HoursLine = z.infer<typeof HoursLine>;

/** A member's plan. */
export const Subscription = z.object({
  /** The plan that the running period was paid for. */
  tier: z.enum([...planTiers, 'none']),
  /** `past_due`: the last payment failed, and the provider tries again. */
  status: z.enum(['none', 'active', 'past_due']),
  currentPeriodStart: z.nullable(Instant),
  currentPeriodEnd: z.nullable(Instant),
  /** The plan of the next period; `null` if none follows. */
  nextTier: z.nullable(z.enum(planTiers)),
  /**
   * `ends`: no period follows because the account is to be deleted. `ended`: its member ended the plan, and the
   * account is to be deleted. `resumes`: the account is kept, and the plan continues once the card provider knows.
   * Left out otherwise.
   */
  withAccount: z.optional(z.enum(['ends', 'ended', 'resumes'])),
  /**
   * The planned day of the account's deletion, with which the plan ends before its period does; left out otherwise.
   * If the deletion waits after that day, the period may end first.
   */
  endsAt: z.optional(Instant),
  /** A plan that was bought and whose payment the bank has not confirmed yet. */
  pendingTier: z.nullable(z.enum(planTiers)),
  /** The debt of a failed payment. */
  owed: z.nullable(
    z.object({
      amountCents: z.int(),
      /** The provider's next attempt; `null` once it has stopped trying. */
      nextAttemptAt: z.nullable(Instant),
      invoiceUrl: z.nullable(z.string()),
    }),
  ),
  /**
   * Done work past the plan's hours that the card has not paid, because it was refused or the bank asks for
   * confirmation; left out without any.
   */
  owedWork: z.optional(z.array(z.object({ bookingId: Id, description: z.string(), amountCents: z.int() }))),
  /**
   * A plan's payment is disputed at the bank: the month's remaining hours cannot be used until the bank decides.
   * Left out without one.
   */
  disputed: z.optional(z.object({ since: Instant })),
});
export type Subscription = z.infer<typeof Subscription>;

/** The agreed terms; the server charges exactly these or nothing. */
const UpgradeTerms = z.object({
  amountCents: z.int().check(z.minimum(0)),
  /** The moment for which the amount was computed. */
  prorationAt: Instant,
  /** The server's seal, which proves that it showed these terms. */
  seal: z.string().check(z.maxLength(100)),
});

/** The effects of changing to a plan (design §5). */
export const SubscriptionPreview = z.discriminatedUnion('kind', [
  z.object({
    /** The change takes effect at once, for the rest of the period. */
    kind: z.literal('upgrade'),
    tier: z.enum(planTiers),
    terms: UpgradeTerms,
    /** Cents credited for the unused time of the old plan, and charged for the remaining time of the new one. */
    creditCents: z.int(),
    chargeCents: z.int(),
    /** Hours added for the rest of the period. */
    addedHours: z.number(),
    /** The day from which the full price is due. */
    renewsAt: Instant,
    renewalCents: z.int(),
  }),
  z.object({
    /** The change takes effect with the next period. */
    kind: z.literal('downgrade'),
    tier: z.enum(planTiers),
    at: Instant,
    renewalCents: z.int(),
  }),
  z.object({
    /** The running plan stays: a planned change is cancelled. */
    kind: z.literal('keep'),
    tier: z.enum(planTiers),
    renewsAt: Instant,
    renewalCents: z.int(),
  }),
]);
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;

/** A plan, with the terms shown if it is dearer, or the end of the plan with its period. */
export const SubscriptionChange = z.union([
  z.strictObject({
    tier: z.enum(planTiers),
    terms: z.optional(UpgradeTerms),
    hours: z.optional(z.number()),
    concierge: z.optional(z.string()),
    priceAmount: z.optional(z.number()),
  }),
  z.strictObject({ cancelAtPeriodEnd: z.boolean() }),
]);
export type SubscriptionChange = z.infer<typeof SubscriptionChange>;

/** A saved card, with the card provider's names of fields. */
export const PaymentMethod = z.object({
  id: z.string(),
  is_default: z.boolean(),
  card: z.object({
    last4: z.string(),
    brand: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
  }),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Preferred time of day (spec §9): morning 8-12, afternoon 12-5, evening 5-8. */
export const preferredTimes = ['flexible', 'morning', 'afternoon', 'evening'] as const;
export type PreferredTime = (typeof preferredTimes)[number];

/** A member's notification preferences (spec §2, Profile): each by mail, and by push to the subscribed browsers. */
export const Preferences = z.object({
  /** A reminder 24 hours before a service. */
  serviceReminders: z.boolean(),
  /** The team scheduled, moved, started, completed or cancelled a booking. */
  bookingUpdates: z.boolean(),
  /** The team wrote in a booking's thread, or answered in the chat. */
  teamMessages: z.boolean(),
  serviceRemindersPush: z.boolean(),
  bookingUpdatesPush: z.boolean(),
  teamMessagesPush: z.boolean(),
  preferredTime: z.enum(preferredTimes),
  specialInstructions: text(2000),
});
export type Preferences = z.infer<typeof Preferences>;

/** A browser in which a person is signed in. */
export const SignedInDevice = z.object({
  id: z.string(),
  /** For example "Safari on iPhone". */
  name: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer']),
  signedInAt: Instant,
  /** Accurate to the hour. */
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** The private address at which a calendar app reads a member's bookings; `null` if there is none. */
export const CalendarLink = z.object({ url: z.nullable(z.string()), createdAt: z.nullable(Instant) });
export type CalendarLink = z.infer<typeof CalendarLink>;

/** The facts of this installation that a browser needs before anyone has signed in. */
export const Config = z.object({
  businessName: z.string(),
  supportPhone: z.string(),
  supportEmail: z.string(),
  /** The IANA zone of the business's days. */
  timeZone: z.string(),
  currency: z.string(),
  payments: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** Whether sign-in, cards and mail are sandboxes that move no money. */
  sandbox: z.boolean(),
  /** Whether others may reach the sandboxes; every page then bears the word. */
  sandboxSaid: z.boolean(),
  /** The destination of mail: SMTP, the sandbox's mailbox, or none. */
  mail: z.enum(['smtp', 'mailbox', 'off']),
});
export type Config = z.infer<typeof Config>;
