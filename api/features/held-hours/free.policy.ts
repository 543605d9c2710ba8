/** Hours that serve until an instant. */
export interface Serving {
  expiresAt: string;
  minutes: number;
}

/** Hours that an open booking will use at its time; one without may still get any. */
export interface Hold {
  at: string | null;
  minutes: number;
}

/**
 * How many minutes a visit at an instant can still have. Each visit uses the hours that expire first of those that serve
 * at its time, so that all of it is covered if, from every moment on, what still serves then is enough for all visits
 * from then on: the least that any moment until the visit leaves is free. Hours that are still to come are not among
 * `serving`: nobody promises them. Instants are ISO 8601 UTC.
 */
export function minutesFreeAt(
  serving: readonly Serving[],
  holds: readonly Hold[],
  { now, at }: { now: string; at: string },
): number {
  // What should have been done already is done next.
  const notBefore = (instant: string) => (instant < now ? now : instant);
  const visit = notBefore(at);
  const held = holds.map((hold) => ({ ...hold, at: hold.at && notBefore(hold.at) }));
  const moments = [now, visit, ...held.flatMap((hold) => (hold.at && hold.at <= visit ? [hold.at] : []))];
  const left = moments.map(
    (moment) =>
      sum(serving.filter(({ expiresAt }) => expiresAt > moment)) -
      sum(held.filter((hold) => hold.at === null || hold.at >= moment)),
  );
  return Math.max(0, Math.min(...left));
}

const sum = (of: readonly { minutes: number }[]): number =>
  of.reduce((total, { minutes }) => total + minutes, 0);
