// Kept apart from the schemas so that screens compute and check with these values without loading a validator.

/** The team's promise for a custom request (spec §9): an answer within this time. */
export const answerWithinMs = 2 * 3_600_000;
/** The same as the app says it, unless the owner has entered another text. */
export const answerWithinWords = 'within 2 hours';

/** The limits of a quote: 1 to 50,000 of the currency, half an hour to 100 hours, and its lifetime. */
export const quoteLimits = {
  cents: { min: 100, max: 5_000_000 },
  hours: { min: 0.5, max: 100, step: 0.5 },
  days: { usual: 7, max: 90 },
} as const;

export const requestStates = ['waiting', 'answered', 'settled'] as const;
export type RequestState = (typeof requestStates)[number];

/** The state of a request without an agreement, by its newest quote. */
export const requestStandings = ['unanswered', 'quoted', 'expired', 'declined', 'withdrawn'] as const;
export type RequestStanding = (typeof requestStandings)[number];
