import type { Subscription } from '../../api/contract/schemas/subscription.ts';
import { formatDate } from '../lib/time/dates.ts';

/**
 * The end of a sentence with the day on which a plan ends with its member's account. A deletion that waits after its
 * day has no day, and a plan that is not renewed may end first.
 */
export function dayWithAccount(
  { endsAt, nextTier, currentPeriodEnd }: Subscription,
  zone: string,
  now: Date = new Date(),
): string {
  if (!endsAt) return '';
  if (Date.parse(endsAt) > now.getTime()) return `, on ${formatDate(endsAt, zone, now)}`;
  if (nextTier || !currentPeriodEnd) return '';
  return `, or on ${formatDate(currentPeriodEnd, zone, now)} if that comes first`;
}
