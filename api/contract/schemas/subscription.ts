import * as z from 'zod/mini';
import { DescribedPlan, OwnPlan } from './plans.ts';
import { Id, Instant, PlanId, PlanIdOrNone, PlanVersionId } from './primitives.ts';

/** A member's plan. */
export const Subscription = z.object({
  /** The plan that the running period was paid for. */
  tier: PlanIdOrNone,
  /**
   * The plans of `tier`, `nextTier` and `pendingTier` in the member's own versions; each is left out without one, and by
   * earlier releases.
   */
  plan: z.optional(DescribedPlan),
  nextPlan: z.optional(OwnPlan),
  pendingPlan: z.optional(OwnPlan),
  /** The new version of the same plan, and the renewal with which it begins; left out without one. */
  moves: z.optional(z.object({ at: Instant, plan: OwnPlan })),
  /** `past_due`: the last payment failed, and the provider tries again. */
  status: z.enum(['none', 'active', 'past_due']),
  currentPeriodStart: z.nullable(Instant),
  currentPeriodEnd: z.nullable(Instant),
  /** The plan of the next period; `null` if none follows. */
  nextTier: z.nullable(PlanId),
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
  pendingTier: z.nullable(PlanId),
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

/** The plan that a change leads to, in the version that it would have. */
const target = { tier: PlanId, versionId: PlanVersionId, monthlyHours: z.number() };

/** The effects of changing to a plan (design §5). */
export const SubscriptionPreview = z.discriminatedUnion('kind', [
  z.object({
    /** The change takes effect at once, for the rest of the period. */
    kind: z.literal('upgrade'),
    ...target,
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
    ...target,
    at: Instant,
    renewalCents: z.int(),
  }),
  z.object({
    /** The running plan stays: a planned change is cancelled. */
    kind: z.literal('keep'),
    ...target,
    renewsAt: Instant,
    renewalCents: z.int(),
  }),
]);
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;

/** A plan, with the terms shown if it is dearer, or the end of the plan with its period. */
export const SubscriptionChange = z.union([
  z.strictObject({
    tier: PlanId,
    /** The version that was shown; without one, the plan's first. */
    versionId: z.optional(PlanVersionId),
    terms: z.optional(UpgradeTerms),
    hours: z.optional(z.number()),
    concierge: z.optional(z.string()),
    priceAmount: z.optional(z.number()),
  }),
  z.strictObject({ cancelAtPeriodEnd: z.boolean() }),
]);
export type SubscriptionChange = z.infer<typeof SubscriptionChange>;
