// Kept apart from the schemas because forms use these values without loading a validator.

/** The hours that the team can give at once, in quarters of an hour. */
export const givenHours = { min: 0.25, max: 24, step: 0.25 } as const;

/** The days ahead, at most, of the last day on which given hours can be used. */
export const givenDays = 365;

/** The length of the reason, in characters; its customer reads it. */
export const givenReason = { min: 5, max: 500 } as const;
