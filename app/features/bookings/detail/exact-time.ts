import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { formatArrival, formatExact, formatTime } from '../../../lib/time/dates.ts';

/**
 * The exact time of a visit, '… 21 November 2026 at 9:30 am AEDT', with an arrival window '… 21 November 2026, 9:30 – 10:30
 * am AEDT'; `null` without one.
 */
export function exactTime(
  { scheduledDate: at, windowMinutes }: Pick<Booking, 'scheduledDate' | 'windowMinutes'>,
  zone: string,
): string | null {
  if (!at) return null;
  const exact = formatExact(at, zone);
  if (!windowMinutes) return exact;
  return exact.replace(` at ${formatTime(at, zone)}`, `, ${formatArrival(at, zone, windowMinutes)}`);
}
