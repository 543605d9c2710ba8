import type { Objects } from '../core/objects.ts';

type Recurring = NonNullable<Objects['price']['recurring']>;

/**
 * The end of the period that begins at `start`, in unix seconds: the first of the price's intervals since the anchor
 * that lies after it. Months are counted from the anchor in the UTC calendar: a day that a month lacks becomes its
 * last day, and returns in the next month (docs: billing cycle anchors).
 */
export function periodEnd(start: number, recurring: Recurring, anchor = start): number {
  const count = recurring.interval_count;
  if (recurring.interval === 'day' || recurring.interval === 'week') {
    const length = count * (recurring.interval === 'day' ? 86_400 : 7 * 86_400);
    return anchor + (Math.floor((start - anchor) / length) + 1) * length;
  }
  const step = recurring.interval === 'year' ? 12 * count : count;
  let months = Math.floor(monthsBetween(anchor, start) / step) * step;
  while (monthsAfter(anchor, months) <= start) months += step;
  return monthsAfter(anchor, months);
}

function monthsBetween(from: number, to: number): number {
  const [first, last] = [new Date(from * 1000), new Date(to * 1000)];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
