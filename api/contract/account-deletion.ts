import * as z from 'zod/mini';
import { cancellationOutcomes, Id, Instant } from './entities.ts';
import { planTiers } from './plans.ts';

/** Why an account can't be deleted now: it is the last administrator's, or work that was done is not paid. */
export const deletionObstacles = ['last_admin', 'owed'] as const;

/** What it waits for once its day has come: another administrator, work to be finished, work to be paid. */
export const deletionWaits = ['last_admin', 'work', 'owed'] as const;
export type DeletionWait = (typeof deletionWaits)[number];

/** What deleting a person's account would do, or will: as of the day when it is done. */
export const AccountDeletion = z.object({
  /** When it is done: where it was asked for, or if it were asked for now. */
  at: Instant,
  /** `null` where nobody has asked for it. */
  requestedAt: z.nullable(Instant),
  /** Whether it can be taken back still. */
  mayKeep: z.boolean(),
  /** Why it is not done yet though `at` has come; `null` before that day. */
  waitsFor: z.nullable(z.enum(deletionWaits)),
  obstacle: z.nullable(z.enum(deletionObstacles)),
  /** Bookings that are still open on that day, and on which terms each is called off. */
  bookings: z.array(
    z.object({
      id: Id,
      service: z.string(),
      scheduledDate: z.nullable(Instant),
      outcome: z.enum(cancellationOutcomes),
      amountCents: z.int(),
      hours: z.number(),
      chargeCents: z.optional(z.int()),
    }),
  ),
  /** The plan, which is not renewed any more: when it ends, and the hours that are left then and go with the account. */
  plan: z.nullable(z.object({ tier: z.enum(planTiers), endsAt: Instant, hoursLeft: z.number() })),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const DeletionForm = z.object({
  /** As its person types it, so that nobody deletes their account by a slip. */
  email: z.string().check(z.trim(), z.maxLength(320)),
});

/** What of an account that is deleted the card provider may still have. */
export const leftKinds = ['customer', 'plan', 'payment'] as const;

/** What the card provider would not delete of it: a customer, an end that a plan did not take, a payment's description. */
export const LeftAtProvider = z.object({
  /** The provider's own id of it, by which it is found in its dashboard. */
  id: z.string(),
  kind: z.enum(leftKinds),
  /** The provider's code of its refusal. */
  trouble: z.string(),
  notedAt: Instant,
  /** Whose it was, without a name. */
  userId: Id,
});
export type LeftAtProvider = z.infer<typeof LeftAtProvider>;
