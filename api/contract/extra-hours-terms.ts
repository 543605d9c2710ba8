// Apart from the schemas: forms go by these, and load no validator for them.

/** So much longer than estimated may work take before its customer is asked. */
export const graceMinutes = 15;

/** Why it took longer, in characters. */
export const reasonLimits = { min: 5, max: 500 } as const;
