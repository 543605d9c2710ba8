import * as z from 'zod/mini';
import { planTiers } from './plans.ts';

/** Ids are random UUIDs; a person is shown their first 8 characters (spec §9). */
export const Id = z.uuid();
/** An instant: ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const Instant = z.iso.datetime();

export const roles = ['customer', 'admin'] as const;
export const bookingStatuses = ['pending', 'scheduled', 'in_progress', 'completed', 'cancelled'] as const;
export const paymentTypes = ['subscription', 'one_time', 'custom_quote'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];

export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  subscriptionTier: z.enum([...planTiers, 'none']),
  /** The plan's hours a month. */
  monthlyHours: z.number(),
  /** Hours used in the current period, a decimal string ("5.5"). */
  usedHours: z.string(),
  /** Hours that can still be booked now, rolled-over ones included. */
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
  name: z.string(),
  description: z.nullable(z.string()),
  /** Dollars; `null` where the service is not sold one by one. */
  price: z.nullable(z.number()),
  estimatedHours: z.number(),
  categoryId: Id,
  category: z.object({ name: z.string(), color: z.string(), icon: z.string() }),
});
export type Service = z.infer<typeof Service>;

/** A change of a booking's status; the first has no `from`. */
export const StatusChange = z.object({
  from: z.nullable(z.enum(bookingStatuses)),
  to: z.enum(bookingStatuses),
  at: Instant,
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
});
export type Booking = z.infer<typeof Booking>;

export const BookingDetail = z.extend(Booking, { statusChanges: z.array(StatusChange) });
export type BookingDetail = z.infer<typeof BookingDetail>;

export const Message = z.object({
  id: Id,
  bookingId: Id,
  message: z.string(),
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
  description: z.string(),
  /** Unix seconds. */
  created: z.int(),
  status: z.enum(['paid', 'open', 'refunded', 'failed']),
  hosted_invoice_url: z.nullable(z.string()),
});
export type BillingHistoryItem = z.infer<typeof BillingHistoryItem>;

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
});
export type Config = z.infer<typeof Config>;
