// Kept apart from the schemas because forms compute with the server's own rules without loading a validator.

/** The price of so many minutes at an hourly price, in cents. */
export const centsOf = (hourCents: number, minutes: number): number => Math.round((hourCents * minutes) / 60);

/** The minutes of work that the free minutes do not cover. */
export const missingMinutes = (freeMinutes: number, takesMinutes: number): number =>
  Math.max(0, takesMinutes - Math.max(0, freeMinutes));

/**
 * The minutes of done work that are paid by card: those that no hours cover, at most the agreed ones. Hours held by
 * other open bookings do not count as cover; hours granted since the booking do.
 */
export const paidMinutes = (
  agreed: number,
  { freeMinutes, actualMinutes }: { freeMinutes: number; actualMinutes: number },
): number => Math.min(agreed, missingMinutes(freeMinutes, actualMinutes));
