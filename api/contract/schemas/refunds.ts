import * as z from 'zod/mini';
import { Id, Instant } from './primitives.ts';

/** A refund of a part of a charge, decided by the team, as its customer sees it. */
export const Refund = z.object({
  id: Id,
  amountCents: z.int(),
  /** The team's words to the customer. */
  reason: z.string(),
  at: Instant,
  /** `made`: the money has left for the card. */
  state: z.enum(['under_way', 'made']),
});
export type Refund = z.infer<typeof Refund>;

/** The same for the team. */
export const TeamRefund = z.extend(Refund, {
  /** The reason why the provider does not make it, in its own words; the refund waits for a person. */
  trouble: z.nullable(z.string()),
  by: z.object({ id: Id, name: z.string() }),
});
export type TeamRefund = z.infer<typeof TeamRefund>;

/** A card payment that was made, and its refunds. */
export const Charge = z.object({
  id: z.string(),
  description: z.string(),
  amountCents: z.int(),
  /** The sum that has reached the card, also by the provider's dashboard and by a bank. */
  refundedCents: z.int(),
  refunds: z.array(Refund),
});
export type Charge = z.infer<typeof Charge>;

export const chargeKinds = ['service', 'quote', 'past_hours', 'plan'] as const;

/** A charge as the team looks at it before refunding a part, read from the card provider. */
export const ChargeDetail = z.extend(z.omit(Charge, { refunds: true }), {
  /** `past_hours`: work past the plan's hours, or its late cancellation. */
  kind: z.enum(chargeKinds),
  paidAt: z.nullable(Instant),
  bookingId: z.nullable(Id),
  customer: z.object({ id: Id, name: z.string() }),
  /** The sum of refunds and disputes that are decided or under way and have not reached the card. */
  pendingCents: z.int(),
  /** The most that can be refunded now. */
  leftCents: z.int(),
  /** The card that gets the money; `null` if the provider names none. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /**
   * The reason why no part can be refunded: nothing is left or the whole is being refunded, the bank decides about a
   * dispute, or the account was deleted. `null` if a refund can be made.
   */
  blocked: z.nullable(z.enum(['nothing_left', 'disputed', 'deleted'])),
  refunds: z.array(TeamRefund),
});
export type ChargeDetail = z.infer<typeof ChargeDetail>;
