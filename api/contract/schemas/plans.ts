import * as z from 'zod/mini';
import { PlanId, PlanVersionId } from './primitives.ts';

/** A plan on sale, in its present version. */
export const PlanOnSale = z.object({
  id: PlanId,
  versionId: PlanVersionId,
  name: z.string(),
  /** The monthly price in cents. */
  priceCents: z.int(),
  /** The hours of a month. */
  hours: z.number(),
  /** The plan's name for its concierge. */
  concierge: z.string(),
  features: z.array(z.string()),
  popular: z.boolean(),
  premium: z.boolean(),
});
export type PlanOnSale = z.infer<typeof PlanOnSale>;

/** The plans on sale, the smallest first, and the names of those that are no longer sold. */
export const PlansOnSale = z.object({
  plans: z.array(PlanOnSale),
  retired: z.array(z.object({ id: PlanId, name: z.string() })),
});
export type PlansOnSale = z.infer<typeof PlansOnSale>;

/** A member's own plan, in the version that they pay. */
export const OwnPlan = z.object({
  versionId: PlanVersionId,
  name: z.string(),
  priceCents: z.int(),
  hours: z.number(),
});
export type OwnPlan = z.infer<typeof OwnPlan>;

/** The same with the words of its version. */
export const DescribedPlan = z.extend(OwnPlan, { concierge: z.string(), features: z.array(z.string()) });
export type DescribedPlan = z.infer<typeof DescribedPlan>;
