// Kept apart from the schemas because forms use these values without loading a validator.

/** The length of a refund's reason, in characters; its customer reads it. */
export const refundReason = { min: 5, max: 500 } as const;
