// Kept apart from the schemas because forms use these values without loading a validator.

/** The limits of a plan and of all plans; lengths in characters, prices in cents. */
export const planLimits = {
  /** Plans on sale or not published yet; those that are no longer sold do not count. */
  plans: 8,
  id: 40,
  name: 40,
  concierge: 60,
  features: { lines: 20, length: 120 },
  /** The least and the most that the card provider takes. */
  cents: { min: 100, max: 99_999_999 },
  minutes: { min: 60, max: 60_000, step: 15 },
  noticeHours: 720,
  horizonDays: 730,
  /** The days for which a publication can be planned ahead. */
  aheadDays: 366,
  /** The days before a new price of a running member by which their letter was sent. */
  letterDays: 30,
} as const;

export const planIdPattern = /^(?!none$)[a-z0-9-]{1,40}$/;

/** For running members: `keep` their version, or `move` them to the new one when they renew. */
export const runningChoices = ['keep', 'move'] as const;
export type RunningChoice = (typeof runningChoices)[number];

/** The plan before, if its features are all in this one, whose card then names that plan in their place; else `null`. */
export const planWithin = <T extends { features: readonly string[] }>(
  before: T | undefined,
  { features }: T,
): T | null =>
  before?.features.length && before.features.every((feature) => features.includes(feature)) ? before : null;
