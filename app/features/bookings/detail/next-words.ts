import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { isUnconfirmed } from '../../../shared/bookings/asks.ts';
import { dayState } from '../../../shared/bookings/day-state.ts';

type Facts = Parameters<typeof isUnconfirmed>[0] &
  Pick<BookingDetail, 'completedDate' | 'statusChanges' | 'worker'>;

/** What happens next with a booking, or how it ended, and when; `null` where another part of the page says it. */
export function nextWords(booking: Facts, zone: string, now: Date): string | null {
  const on = (at: string | null | undefined) => (at ? ` ${inSentence(formatWhen(at, zone, now))}` : '');
  switch (booking.status) {
    case 'pending':
      return isUnconfirmed(booking, now.getTime())
        ? 'Next, the team confirms this time. You will see it here.'
        : null;
    case 'scheduled':
      return (
        dayState(booking, zone, now) ??
        // The line beneath names who comes.
        (booking.worker ? 'The time is agreed.' : 'The time is agreed. The team comes then.')
      );
    case 'in_progress':
      return dayState(booking, zone, now);
    case 'completed':
      return `Done${on(booking.completedDate)}`;
    case 'cancelled':
      return `Called off${on(booking.statusChanges.findLast(({ to }) => to === 'cancelled')?.at)}`;
  }
}
