/** An older notice is no longer news. */
export const staleMs = 24 * 3_600_000;
/**
 * The age up to which notices about money and the account are sent; after it, members have seen the facts
 * themselves.
 */
export const staleBillingMs = 7 * staleMs;
/** The pauses before the next attempts. */
const backoffMinutes = [1, 5, 15, 60, 240];

export const isStale = (createdAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > staleMs;

/**
 * The time of the next attempt.
 * @param attempts the number of earlier attempts
 * @param leastMs the pause that the other side asks for
 */
export function againAt(now: Date, attempts: number, leastMs = 0): string {
  const minutes = backoffMinutes[Math.min(attempts, backoffMinutes.length - 1)] ?? 1;
  return new Date(now.getTime() + Math.max(minutes * 60_000, leastMs)).toISOString();
}
