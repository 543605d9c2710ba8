// Kept apart from the schemas because forms use these values without loading a validator.

/** Work may exceed its estimate by this much before its customer is asked. */
export const graceMinutes = 15;

/** The length of the reason, in characters. */
export const reasonLimits = { min: 5, max: 500 } as const;

/** The time in which a customer may answer, in ms. Without an answer the estimate stands, and nothing is charged. */
export const answerMs = 7 * 24 * 60 * 60_000;
