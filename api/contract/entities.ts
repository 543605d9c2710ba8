import * as z from 'zod/mini';
import { ExtraHours } from './extra-hours.ts';
import { text } from './forms.ts';
import { planTiers } from './plans.ts';
import { OwnQuote } from './quotes.ts';

/** Ids are random UUIDs; a person is shown their first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const Instant = z.iso.datetime();

export const roles = ['customer', 'admin'] as const;
export const bookingStatuses = ['pending', 'scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export const paymentTypes = ['subscription', 'one_time', 'custom_quote'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];
/** By what the team narrows bookings down: how they are paid, or that they wait for a plan that nobody has paid. */
export const paymentFilters = [...paymentTypes, 'unpaid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether whoever signs people in vouches for the address: nothing is mailed to any other. */
  emailVerified: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  subscriptionTier: z.enum([...planTiers, 'none']),
  /** Whether the plan's last payment failed and is still owed, or that of work past its hours. */
  paymentFailed: z.boolean(),
  /** The plan's hours a month. */
  monthlyHours: z.number(),
  /** Hours used in the current period, a decimal string ("5.5"). */
  usedHours: z.string(),
  /** Hours of plan bookings that are still to be done. */
  heldHours: z.number(),
  /** Hours that can still be booked now: rolled-over ones included, held ones not. */
  remainingHours: z.number(),
  /** Telephone number of the member's concierge. */
  conciergeContact: z.nullable(z.string()),
  /** What the plan calls its concierge ("Dedicated Concierge"). */
  personalConcierge: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

export const ServiceCategory = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A name of the palette (`sky`, `leaf`, …), not a CSS value: each palette has its own light and dark pair. */
  color: z.string(),
  /** A name of an icon the app has. */
  icon: z.string(),
});
export type ServiceCategory = z.infer<typeof ServiceCategory>;

export const Service = z.object({
  id: Id,
  /** Its name for programs, such as 'lawn-mowing'; its drawing goes by it. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Dollars; `null` where the service is not sold one by one. */
  price: z.nullable(z.number()),
  estimatedHours: z.number(),
  categoryId: Id,
  category: z.object({ name: z.string(), color: z.string(), icon: z.string() }),
});
export type Service = z.infer<typeof Service>;

/** Who did something to a booking: its customer or the team; left out where nobody did, or it is not known. */
const By = z.optional(z.enum(['customer', 'team']));

/** A change of a booking's status; the first has no `from`. */
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
  /** Until when a quote of the team's waits for its customer; left out where none does. */
  quoteUntil: z.optional(Instant),
  /** Hours past its estimate that wait for its customer to agree; left out where none do. */
  extraHours: z.optional(z.number()),
  /** It is not paid, and waits until then for its customer's plan; left out of all others. */
  unpaidUntil: z.optional(Instant),
  /** Its payment is disputed at the bank: until that is decided it stays as it is; left out of all others. */
  disputed: z.optional(z.literal(true)),
});
export type Booking = z.infer<typeof Booking>;

/** A booking that was moved to another time. */
export const BookingMove = z.object({ from: z.nullable(Instant), to: Instant, at: Instant, by: By });

/**
 * What calling a booking off would do now, by the code that enforces it:
 * `free`: nothing was paid or held; `refund`: the card payment comes back; `release`: the held hours are free again;
 * `forfeit`: it is too late, the payment or the hours are not given back.
 */
export const cancellationOutcomes = ['free', 'refund', 'release', 'forfeit'] as const;
export const BookingChanges = z.object({
  /** Until when moving and calling off cost nothing; `null` where no time has been agreed. */
  freeUntil: z.nullable(Instant),
  /** `null` where its customer can't call it off any more. */
  cancel: z.nullable(
    z.object({
      outcome: z.enum(cancellationOutcomes),
      /** Cents that come back, or don't (`forfeit`). */
      amountCents: z.int(),
      /** Hours that are released, or used (`forfeit`). */
      hours: z.number(),
    }),
  ),
  /** Whether its customer may move it; never once the notice has begun. */
  mayReschedule: z.boolean(),
});
export type BookingChanges = z.infer<typeof BookingChanges>;

export const BookingDetail = z.extend(Booking, {
  statusChanges: z.array(StatusChange),
  moves: z.array(BookingMove),
  changes: BookingChanges,
  /** What became of the card payment; `null` where none was made. */
  payment: z.nullable(z.object({ amountCents: z.int(), status: z.enum(['paid', 'refunding', 'refunded']) })),
  /** The team's newest quote; `null` where there is none. */
  quote: z.nullable(OwnQuote),
  /** What was agreed to pay by card of hours past the plan's, and what became of it; left out of all others. */
  past: z.optional(
    z.object({
      hours: z.number(),
      amountCents: z.int(),
      /** `covered`: hours that came since were enough. */
      state: z.enum(['agreed', 'covered', 'charging', 'owed', 'paid']),
    }),
  ),
  /** The newest question about hours past its estimate that was not withdrawn; left out of all others. */
  extra: z.optional(ExtraHours),
});
export type BookingDetail = z.infer<typeof BookingDetail>;

/** A photo of a message, as it is kept: turned upright, its sides in pixels. */
export const Photo = z.object({ id: Id, width: z.int(), height: z.int() });
export type Photo = z.infer<typeof Photo>;

export const Message = z.object({
  id: Id,
  bookingId: Id,
  /** Empty only where there are photos. */
  message: z.string(),
  /** In their writer's order. */
  photos: z.array(Photo),
  senderType: z.enum(['customer', 'admin']),
  createdAt: Instant,
  /** The id under which its writer's device queued it, to tell the stored message from the queued one. */
  clientId: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

export const BillingHistoryItem = z.object({
  id: z.string(),
  /** Cents. */
  amount_paid: z.int(),
  /** Cents of it that were given back; the whole of it where the status says so. */
  amount_refunded: z.int(),
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  status: z.enum(['paid', 'open', 'refunded', 'failed']),
  hosted_invoice_url: z.nullable(z.string()),
});
export type BillingHistoryItem = z.infer<typeof BillingHistoryItem>;

/** Hours that an invoice of a plan gave, and until when they can be used. */
const grantOf = {
  tier: z.enum(planTiers),
  periodStart: Instant,
  periodEnd: Instant,
  /** Three months after the period (spec §9). */
  expiresAt: Instant,
};

/** A member's hours at this moment. */
export const HoursNow = z.object({
  /** The plan's period that runs; `null` without one. */
  period: z.nullable(
    z.object({
      start: Instant,
      end: Instant,
      /** By its invoices, an upgrade's among them. */
      grantedHours: z.number(),
      /** Past the balance too. */
      usedHours: z.number(),
    }),
  ),
  /** What can be used now, in the order in which it will be: the first to expire first. */
  grants: z.array(
    z.object({
      id: Id,
      /** A new period's hours, or what a dearer plan added within one. */
      kind: z.enum(['period', 'upgrade']),
      ...grantOf,
      grantedHours: z.number(),
      remainingHours: z.number(),
    }),
  ),
  /** Of those, what booked work will use. */
  heldHours: z.number(),
  /** Used past the balance in this period. */
  overageHours: z.number(),
});
export type HoursNow = z.infer<typeof HoursNow>;

/** A movement of a member's hours. */
export const HoursLine = z.object({
  id: z.string(),
  /**
   * `granted` and `upgrade` add, `used` takes, `taken_back` returns what a booking had used. `overage` was used past
   * the balance, which it leaves as it is; with positive hours it was taken back. `expired` takes what a grant still
   * held; with positive hours, a correction uses hours of a grant that has expired since the work. `frozen`
   * takes what is disputed at the bank; with positive hours it came back.
   */
  kind: z.enum(['granted', 'upgrade', 'used', 'taken_back', 'overage', 'expired', 'frozen']),
  /** When it was entered in the books, or expired. */
  at: Instant,
  /** Signed. */
  hours: z.number(),
  /** What all grants hold after it. */
  balance: z.number(),
  /** Whose hours they are; `null` where they are past the balance. */
  grant: z.nullable(z.object(grantOf)),
  booking: z.nullable(z.object({ id: Id, service: z.string() })),
  /** When the work was done that uses hours. */
  workedAt: z.nullable(Instant),
});
export type HoursLine = z.infer<typeof HoursLine>;

/** A member's plan. */
export const Subscription = z.object({
  /** What the running period was paid for. */
  tier: z.enum([...planTiers, 'none']),
  /** `past_due`: the last payment failed, and the provider tries again. */
  status: z.enum(['none', 'active', 'past_due']),
  currentPeriodStart: z.nullable(Instant),
  currentPeriodEnd: z.nullable(Instant),
  /** What the next period will be; `null` where nothing follows. */
  nextTier: z.nullable(z.enum(planTiers)),
  /** A plan that was bought and whose payment the bank has not let through yet. */
  pendingTier: z.nullable(z.enum(planTiers)),
  /** What a failed payment left open. */
  owed: z.nullable(
    z.object({
      amountCents: z.int(),
      /** When the provider tries again by itself; `null` once it no longer does. */
      nextAttemptAt: z.nullable(Instant),
      invoiceUrl: z.nullable(z.string()),
    }),
  ),
  /** Done work past the plan's hours that the card refused, or whose bank asks; left out where there is none. */
  owedWork: z.optional(z.array(z.object({ bookingId: Id, description: z.string(), amountCents: z.int() }))),
  /**
   * A payment of a plan that is disputed at the bank: what is left of its month's hours can't be used until that is
   * decided; left out where there is none.
   */
  disputed: z.optional(z.object({ since: Instant })),
});
export type Subscription = z.infer<typeof Subscription>;

/** What was agreed to: the server charges this or nothing. */
const UpgradeTerms = z.object({
  amountCents: z.int().check(z.minimum(0)),
  /** The moment to which the amount was reckoned. */
  prorationAt: Instant,
  /** The server's mark that it showed these. */
  seal: z.string().check(z.maxLength(100)),
});

/** What changing to a plan means (design §5). */
export const SubscriptionPreview = z.discriminatedUnion('kind', [
  z.object({
    /** At once, for the rest of the period. */
    kind: z.literal('upgrade'),
    tier: z.enum(planTiers),
    terms: UpgradeTerms,
    /** Cents of the unused time of the plan until now, and of the time that is left with the new one. */
    creditCents: z.int(),
    chargeCents: z.int(),
    /** Hours that the rest of the period gets on top. */
    addedHours: z.number(),
    /** From then on the whole price. */
    renewsAt: Instant,
    renewalCents: z.int(),
  }),
  z.object({
    /** With the next period. */
    kind: z.literal('downgrade'),
    tier: z.enum(planTiers),
    at: Instant,
    renewalCents: z.int(),
  }),
  z.object({
    /** The plan that runs: what was to follow it is taken back. */
    kind: z.literal('keep'),
    tier: z.enum(planTiers),
    renewsAt: Instant,
    renewalCents: z.int(),
  }),
]);
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;

/** Either a plan, with the terms that were shown where it is dearer, or the end of it with the period. */
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

/** A saved card, as the card provider names its fields. */
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

/** What a member wishes (spec §2, Profile): each notification by mail, and by push to the browsers that take it. */
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
  /** Such as "Safari on iPhone". */
  name: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer']),
  signedInAt: Instant,
  /** Exact to the hour. */
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** The private address under which calendars subscribe to a member's bookings; `null` while there is none. */
export const CalendarLink = z.object({ url: z.nullable(z.string()), createdAt: z.nullable(Instant) });
export type CalendarLink = z.infer<typeof CalendarLink>;

/** What a browser must know of this installation before anyone has signed in. */
export const Config = z.object({
  businessName: z.string(),
  supportPhone: z.string(),
  supportEmail: z.string(),
  /** IANA zone in which the business's days are reckoned. */
  timeZone: z.string(),
  currency: z.string(),
  payments: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
  /** Whether sign-in, cards and mail are counterparties of our own that move no money. */
  sandbox: z.boolean(),
  /** Whether others may reach those: every page bears the word then. */
  sandboxSaid: z.boolean(),
  /** Where mail goes: out, into the sandbox's mailbox, or nowhere. */
  mail: z.enum(['smtp', 'mailbox', 'off']),
});
export type Config = z.infer<typeof Config>;
