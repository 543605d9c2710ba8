/** What is older is news no more. */
export const staleMs = 24 * 3_600_000;
/** What of their money and their account a member is told however late, but not when they have long seen it for themselves. */
export const staleBillingMs = 7 * staleMs;
/** How long until the next attempt. */
const backoffMinutes = [1, 5, 15, 60, 240];

export const isStale = (createdAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > staleMs;

/**
 * When to try again what has failed.
 * @param attempts those before this one
 * @param leastMs what the other side asks for
 */
export function againAt(now: Date, attempts: number, leastMs = 0): string {
  const minutes = backoffMinutes[Math.min(attempts, backoffMinutes.length - 1)] ?? 1;
  return new Date(now.getTime() + Math.max(minutes * 60_000, leastMs)).toISOString();
}
