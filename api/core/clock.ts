/** The current time; tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The current time in the one form in which instants are stored. */
export const instant = (clock: Clock): string => clock.now().toISOString();
