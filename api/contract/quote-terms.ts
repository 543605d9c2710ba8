// Apart from the schemas, so that a screen that counts and checks by these loads no validator.

/** What the team promises for a custom request (spec §9): an answer within this time. */
export const answerWithinMs = 2 * 3_600_000;

/** What a quote may ask: $1 to $50,000, half an hour to 100 hours; and how long it may stand. */
export const quoteLimits = {
  cents: { min: 100, max: 5_000_000 },
  hours: { min: 0.5, max: 100, step: 0.5 },
  days: { usual: 7, max: 90 },
} as const;

export const requestStates = ['waiting', 'answered', 'settled'] as const;
export type RequestState = (typeof requestStates)[number];

/** How a request stands on which nothing has been agreed: what its newest quote is, if there is one. */
export const requestStandings = ['unanswered', 'quoted', 'expired', 'declined', 'withdrawn'] as const;
export type RequestStanding = (typeof requestStandings)[number];
