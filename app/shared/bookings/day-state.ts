import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { calendarDays, formatTime } from '../../lib/time/dates.ts';

const minuteMs = 60_000;

/** The state of a visit on its day: 'In 2 h 10 min', within its arrival window 'The team arrives by 10:00 am', 'The team is due now'; `null` on another day. */
export function dayState(
  booking: Pick<Booking, 'status' | 'scheduledDate' | 'windowMinutes'>,
  zone: string,
  now: Date,
): string | null {
  if (booking.status === 'in_progress') return 'The team is at work';
  const { scheduledDate, windowMinutes = 0 } = booking;
  if (!scheduledDate || calendarDays(now, new Date(scheduledDate), zone) !== 0) return null;
  const minutes = Math.ceil((Date.parse(scheduledDate) - now.getTime()) / minuteMs);
  if (minutes <= 0) {
    if (booking.status !== 'scheduled') return null;
    const until = new Date(Date.parse(scheduledDate) + windowMinutes * minuteMs);
    return now < until
      ? `The team arrives by ${formatTime(until.toISOString(), zone)}`
      : 'The team is due now';
  }
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `In ${[hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')}`;
}
