// Lengths of time that no clock change makes longer or shorter. Local days are `wall-clock.ts`.

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The instant some hours later, or earlier if negative. */
export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

/** The instant some days of 24 hours later, or earlier if negative. */
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
