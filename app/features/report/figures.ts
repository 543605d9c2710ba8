import type { Report } from '../../../api/contract/schemas/report.ts';

/** A figure compared with that of the month before: '+12 %', '−40 %', '×19', 'the same', 'none before'. */
export function changeText(now: number, before: number): string {
  if (now === before) return 'the same';
  if (before === 0) return 'none before';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return 'about the same';
  if (percent >= 900) return `×${Math.round(now / before).toLocaleString('en-AU')}`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-AU')} %`;
}

/** The cents paid less the cents refunded. */
export const keptCents = ({ revenue }: Pick<Report, 'revenue'>): number =>
  revenue.reduce((sum, { paidCents, refundedCents }) => sum + paidCents - refundedCents, 0);

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

export const bookingCount = ({ bookings }: Pick<Report, 'bookings'>): number =>
  sumOf(bookings.byStatus.map(({ count }) => count));

/** '12', '12.5'; two decimals at most. */
export const hoursText = (hours: number): string =>
  (Math.round(hours * 100) / 100).toLocaleString('en-AU', { maximumFractionDigits: 2 });

/** A waiting time: '25 min', '2 h 5 min', '3 days'; a dash without one. */
export function waitText(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 1) return 'under 1 min';
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole >= 48 * 60) return `${Math.round(whole / 1440)} days`;
  return `${Math.floor(whole / 60)} h${whole % 60 ? ` ${whole % 60} min` : ''}`;
}

/** A part of a whole: '87 %'; a dash if the whole is 0. */
export const shareText = (part: number, whole: number): string =>
  whole ? `${Math.round((part / whole) * 100)} %` : '–';
