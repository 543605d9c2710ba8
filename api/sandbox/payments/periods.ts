import type { Objects } from './objects.ts';

/**
 * The end of a period in unix seconds: so many of the price's intervals after its start, by the UTC calendar;
 * a day that a month lacks becomes its last.
 */
export function periodEnd(start: number, recurring: NonNullable<Objects['price']['recurring']>): number {
  const count = recurring.interval_count;
  const date = new Date(start * 1000);
  if (recurring.interval === 'day' || recurring.interval === 'week') {
    return start + count * (recurring.interval === 'day' ? 86_400 : 7 * 86_400);
  }
  const months = recurring.interval === 'year' ? 12 * count : count;
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
