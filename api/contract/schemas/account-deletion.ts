import * as z from 'zod/mini';
import { cancellationOutcomes } from './bookings.ts';
import { Id, Instant, PlanId, ProviderAddress } from './primitives.ts';

/** Reasons why an account cannot be deleted now: it is the last administrator's, or done work is not paid. */
export const deletionObstacles = ['last_admin', 'owed'] as const;

/**
 * Reasons why a deletion is late: it waits for another administrator, for work to be finished, or for work to be
 * paid.
 */
export const deletionWaits = ['last_admin', 'work', 'owed'] as const;
export type DeletionWait = (typeof deletionWaits)[number];

/** The effects of deleting a person's account, as of the day of the deletion. */
export const AccountDeletion = z.object({
  /** The time of the deletion; if nobody asked for it, the time that a request made now would get. */
  at: Instant,
  /** `null` if nobody has asked for it. */
  requestedAt: z.nullable(Instant),
  /** Whether the request can still be taken back. */
  mayKeep: z.boolean(),
  /** The reason why the account still exists after `at`; `null` before that time. */
  waitsFor: z.nullable(z.enum(deletionWaits)),
  obstacle: z.nullable(z.enum(deletionObstacles)),
  /** Bookings that are still open on that day, and the terms on which each is cancelled. */
  bookings: z.array(
    z.object({
      id: Id,
      service: z.string(),
      scheduledDate: z.nullable(Instant),
      outcome: z.enum(cancellationOutcomes),
      amountCents: z.int(),
      hours: z.number(),
      chargeCents: z.optional(z.int()),
      /** A visit before that day that the team may still agree to: it then goes on. Left out for all others. */
      mayBeAgreed: z.optional(z.literal(true)),
    }),
  ),
  /** The plan, which is not renewed any more: its end, and the hours left then, which are lost with the account. */
  plan: z.nullable(
    z.object({
      tier: PlanId,
      /** The plan's name; left out by earlier releases. */
      name: z.optional(z.string()),
      endsAt: Instant,
      hoursLeft: z.number(),
    }),
  ),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const DeletionForm = z.object({
  /** The address, typed by its person, so that nobody deletes an account by a slip. */
  email: z.string().check(z.trim(), z.maxLength(320)),
});

/** Objects of a deleted account that the card provider may still have. */
export const leftKinds = ['customer', 'plan', 'payment'] as const;

/** An object that the card provider failed to delete or to end: a customer, a plan, or a payment's description. */
export const LeftAtProvider = z.object({
  /** The provider's own id, by which the object is found in its dashboard. */
  id: z.string(),
  kind: z.enum(leftKinds),
  /** The provider's code of its refusal. */
  trouble: z.string(),
  notedAt: Instant,
  /** The id of the deleted account, without a name. */
  userId: Id,
  address: ProviderAddress,
});
export type LeftAtProvider = z.infer<typeof LeftAtProvider>;
