import * as z from 'zod/mini';
import { StatusChange } from './bookings.ts';
import { ListedCustomer } from './people.ts';
import { Id, Instant, ProviderAddress } from './primitives.ts';

/** A payment that a cardholder disputes at their bank. */
export const Dispute = z.object({
  id: Id,
  /**
   * `open`: the bank decides; nothing else freezes. `won`: the money stays. `lost`: the bank gave it back. `inquiry`:
   * the bank asks first. `unknown`: the provider names a state that is new to us.
   */
  state: z.enum(['open', 'inquiry', 'unknown', 'won', 'lost']),
  amountCents: z.int(),
  /** The bank's own word for the reason, such as `product_not_received`. */
  reason: z.string(),
  openedAt: Instant,
  /** The bank's deadline for an answer. */
  answerBy: z.nullable(Instant),
  closedAt: z.nullable(Instant),
  /** The provider's own id of the disputed payment. */
  paymentId: z.string(),
  address: ProviderAddress,
  /** The booking or the plan's month that was paid; `bookingId` is `null` if the payment booked nothing. */
  about: z.object({
    kind: z.enum(['booking', 'plan']),
    bookingId: z.nullable(Id),
    description: z.string(),
  }),
  customer: ListedCustomer,
});
export type Dispute = z.infer<typeof Dispute>;

/** A dispute with its evidence for the bank; for a plan, the work that used its hours. */
export const DisputeDetail = z.extend(Dispute, {
  evidence: z.object({
    bookedAt: z.nullable(Instant),
    scheduledDate: z.nullable(Instant),
    completedAt: z.nullable(Instant),
    actualHours: z.nullable(z.number()),
    steps: z.array(StatusChange),
    messages: z.array(
      z.object({ at: Instant, from: z.enum(['customer', 'team']), text: z.string(), photos: z.int() }),
    ),
    work: z.array(z.object({ bookingId: Id, service: z.string(), at: Instant, hours: z.number() })),
  }),
});
export type DisputeDetail = z.infer<typeof DisputeDetail>;

/** A decided refund that the provider refuses; it waits for a person. */
export const StuckRefund = z.object({
  id: z.string(),
  amountCents: z.int(),
  description: z.string(),
  /** The provider's own words. */
  trouble: z.string(),
  customer: ListedCustomer,
});
export type StuckRefund = z.infer<typeof StuckRefund>;

/** Something at the card provider that the product does not know or sell. Nothing follows from it here. */
export const UnclearAtProvider = z.object({
  id: z.string(),
  kind: z.enum(['customer', 'subscription', 'invoice', 'payment']),
  /** The provider's own id of the object. */
  objectId: z.string(),
  what: z.enum(['status', 'refund', 'price', 'item', 'quantity', 'schedule', 'not_ours']),
  /** The provider's own word, id or number. */
  said: z.string(),
  notedAt: Instant,
  address: ProviderAddress,
  customer: ListedCustomer,
});
export type UnclearAtProvider = z.infer<typeof UnclearAtProvider>;
