/** Hours that are valid until an instant. */
export interface Serving {
  expiresAt: string;
  minutes: number;
}

/** Hours that an open booking will use at its time; one without a time may be done at any. */
export interface Hold {
  at: string | null;
  minutes: number;
}

/**
 * Minutes that a visit at an instant can still have. Each visit uses the hours that expire first among those valid
 * at its time. All visits are covered if, from every moment on, the hours still valid suffice for all visits from
 * then on. The free minutes are therefore the smallest surplus at any moment up to the visit. Future grants are not
 * in `serving`: nobody promises them. Instants are ISO 8601 UTC.
 */
export function minutesFreeAt(
  serving: readonly Serving[],
  holds: readonly Hold[],
  { now, at }: { now: string; at: string },
): number {
  // An overdue visit is the next to be done.
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

/**
 * The free minutes that are lost first unless they are booked, with the time of it. Hours that an open booking uses
 * before they expire are not among them.
 */
export function firstToExpire(
  serving: readonly Serving[],
  holds: readonly Hold[],
  now: string,
): Serving | null {
  const ends = [...new Set(serving.map(({ expiresAt }) => expiresAt))].filter((at) => at > now).sort();
  const free = minutesFreeAt(serving, holds, { now, at: now });
  for (const expiresAt of ends) {
    const minutes = free - minutesFreeAt(serving, holds, { now, at: expiresAt });
    if (minutes > 0) return { expiresAt, minutes };
  }
  return null;
}

const sum = (of: readonly { minutes: number }[]): number =>
  of.reduce((total, { minutes }) => total + minutes, 0);
