import * as z from 'zod/mini';
import { planLimits, runningChoices } from '../rules/plan-terms.ts';
import { oneLine, text } from './forms.ts';
import { Instant, PlanId, PlanVersionId } from './primitives.ts';

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
  retired: z.array(
    z.object({
      id: PlanId,
      name: z.string(),
      /** The number of plans on sale that are smaller. A copy that an earlier release has kept has none. */
      place: z.optional(z.int()),
    }),
  ),
});
export type PlansOnSale = z.infer<typeof PlansOnSale>;

/** When a plan's members may have a visit; `null` days ahead: as far as anybody's (rules/business/visit-rights.ts). */
export const VisitRights = z.object({
  noticeHours: z.int(),
  horizonDays: z.nullable(z.int()),
  sameDay: z.boolean(),
});

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

const { cents, features, horizonDays, minutes, noticeHours } = planLimits;
const priceWords = 'Please give a price from 1 to 999,999.99';
const hoursWords = 'Please give 1 to 1,000 hours, in quarters';
const noticeWords = `Please give a notice of 0 to ${noticeHours} whole hours`;
const horizonWords = `Please give 1 to ${horizonDays} whole days, or leave it out`;

/** What a version of a plan costs and contains. */
const terms = {
  name: text(planLimits.name).check(oneLine(), z.minLength(1, 'Please name the plan')),
  /** The monthly price in cents. */
  priceCents: z.int(priceWords).check(z.minimum(cents.min, priceWords), z.maximum(cents.max, priceWords)),
  /** The hours of a month, in minutes. */
  minutes: z
    .int(hoursWords)
    .check(
      z.minimum(minutes.min, hoursWords),
      z.maximum(minutes.max, hoursWords),
      z.multipleOf(minutes.step, hoursWords),
    ),
  /** The plan's name for its concierge. */
  concierge: text(planLimits.concierge).check(oneLine(), z.minLength(1, 'Please name the concierge')),
  features: z
    .array(text(features.length).check(oneLine(), z.minLength(1, 'Please leave out empty lines')))
    .check(z.maxLength(features.lines, `Please name ${features.lines} things at most`)),
  /** How long before a visit its members must book it. */
  noticeHours: z.int(noticeWords).check(z.minimum(0, noticeWords), z.maximum(noticeHours, noticeWords)),
  /** How far ahead its members may book; `null`: as far as anybody. */
  horizonDays: z.nullable(
    z.int(horizonWords).check(z.minimum(1, horizonWords), z.maximum(horizonDays, horizonWords)),
  ),
  /** Whether its members may book a visit for the same day. */
  sameDay: z.boolean(),
  /** Whether its members come before others. */
  priority: z.boolean(),
};

export const PlanTerms = z.object(terms);
export type PlanTerms = z.infer<typeof PlanTerms>;

/** The count of a plan's changes that its author saw; `null` for a new plan. */
const seen = { revision: z.nullable(z.int()) };

export const PlanDraftForm = z.object({ ...terms, ...seen });
export type PlanDraftForm = z.infer<typeof PlanDraftForm>;

/** The marks of a plan, which hold at once. */
export const PlanMarksForm = z.object({
  popular: z.boolean(),
  premium: z.boolean(),
  isOnSale: z.boolean(),
  revision: z.int(),
});
export type PlanMarksForm = z.infer<typeof PlanMarksForm>;

export const PlanSeen = z.object({ revision: z.int() });

/** A publication of a plan's draft. */
export const PlanPublication = z.object({
  /** The last part of the version's id, made by the browser, so that a repeat is the same publication. */
  key: z.string().check(z.regex(/^[a-z0-9]{10,32}$/)),
  revision: z.int(),
  /** `null`: now. */
  at: z.nullable(Instant),
  running: z.enum(runningChoices),
});
export type PlanPublication = z.infer<typeof PlanPublication>;

const ids = z.array(PlanId).check(z.maxLength(200));
export const PlanOrder = z.object({
  /** The order that its author saw. */
  before: ids,
  after: ids,
});

/** A plan as its owner sees it. */
export const PlanSetting = z.object({
  id: PlanId,
  popular: z.boolean(),
  premium: z.boolean(),
  isOnSale: z.boolean(),
  /** Counts the changes of the plan and of its draft. */
  revision: z.int(),
  /** The version on sale, or the last one that was; `null` before the first publication. */
  present: z.nullable(
    z.extend(PlanTerms, { versionId: PlanVersionId, number: z.int(), publishedAt: Instant }),
  ),
  /** `null` without unpublished changes. */
  draft: z.nullable(PlanTerms),
  /** The planned publication of the draft; `null` without one. */
  schedule: z.nullable(
    z.object({
      key: z.string(),
      at: Instant,
      running: z.enum(runningChoices),
      /** The reason why the last try failed; the next round tries again. */
      problem: z.nullable(z.string()),
      /** The person who has planned it. It stands under the business: it is made also if that person has left the team. */
      by: z.object({ name: z.string(), isTeam: z.boolean() }),
    }),
  ),
});
export type PlanSetting = z.infer<typeof PlanSetting>;

/** All plans in their order. */
export const PlanBook = z.object({
  plans: z.array(PlanSetting),
  /** Whether letters can be sent, without which no member can be moved to another price. */
  canWrite: z.boolean(),
});
export type PlanBook = z.infer<typeof PlanBook>;

/** The people whom a publication concerns, counted by the code that carries it out. */
export const PlanEffects = z.object({
  /** Running members of this plan, on earlier versions than the draft. */
  members: z.int(),
  /** Their open bookings, which keep their agreed hours. */
  openBookings: z.int(),
  /** People who have begun to pay for the plan and go on with the version that they were shown. */
  begun: z.int(),
  /** Members of other plans who have planned this one for their next period, at the price that they were shown. */
  planned: z.int(),
  /**
   * With `move`: the members who would be moved, with the first and the last day of their new price, and those who keep
   * their version because no letter reaches them.
   */
  moves: z.object({
    members: z.int(),
    unreached: z.int(),
    first: z.nullable(Instant),
    last: z.nullable(Instant),
  }),
  /** Members who are about to move to an earlier publication. */
  announced: z.object({
    /** With `keep`: those whose move is called off. */
    calledOff: z.int(),
    /** With `keep`: those whose move is made, because the card provider has their new price already. */
    made: z.int(),
    /** With `move`: those who move to the earlier one first, on a day before this one's. */
    sooner: z.int(),
  }),
});
export type PlanEffects = z.infer<typeof PlanEffects>;
