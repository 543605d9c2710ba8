// Kept apart from the schemas because forms use these values without loading a validator.

/** Work may exceed its estimate by this much before its customer is asked. */
export const graceMinutes = 15;

/** The length of the reason, in characters. */
export const reasonLimits = { min: 5, max: 500 } as const;

/** The days in which a customer may answer. Without an answer the estimate stands, and nothing is charged. */
export const answerDays = 7;
