const minuteMs = 60_000;

/** The time for which a chosen time is kept, and the time from a payment's begin, in ms. */
export const holdMs = { chosen: 10 * minuteMs, paying: 20 * minuteMs } as const;

/**
 * Until when a kept time stays kept for a payment that begins now. Later payments do not keep it longer than the first
 * one could, so nobody keeps a time from the others by beginning payments.
 * @param heldAt when the hold was made; both in ms since 1970
 */
export const keptForPayment = (heldAt: number, now: number): number =>
  Math.min(now, heldAt + holdMs.chosen) + holdMs.paying;
