import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { calendarDays } from '../../../lib/time/dates.ts';
import { wallClock } from '../../../lib/time/wall-clock.ts';
import { askOf, byVisit, isOpen } from '../../../shared/bookings/asks.ts';

export interface BookingGroup {
  title: 'This week' | 'Next week' | 'Later' | 'Waiting for you' | 'Past';
  bookings: Booking[];
}

/** The time of a finished booking's visit. */
const visited = ({ completedDate, scheduledDate, createdAt }: Booking) =>
  completedDate ?? scheduledDate ?? createdAt;

/**
 * Bookings by what happens next: the upcoming visits by week (a week begins on Monday), those that are over and still
 * ask for something, then the others, the last visit first. Only the newest visit without a review is waiting; earlier
 * ones can be reviewed among the past. Empty groups are left out.
 */
export function groupsOf(bookings: readonly Booking[], zone: string, now: Date): BookingGroup[] {
  const daysLeft = (7 - wallClock(now, zone).weekday) % 7;
  const open = bookings.filter(isOpen).sort(byVisit);
  const past = bookings
    .filter((booking) => !isOpen(booking))
    .sort((a, b) => visited(b).localeCompare(visited(a)));
  const weekOf = ({ scheduledDate }: Booking): BookingGroup['title'] => {
    const days = scheduledDate ? calendarDays(now, new Date(scheduledDate), zone) : Number.POSITIVE_INFINITY;
    if (days <= daysLeft) return 'This week';
    return days <= daysLeft + 7 ? 'Next week' : 'Later';
  };
  const toReview = past.find((booking) => askOf(booking, zone, now)?.kind === 'review');
  const waits = (booking: Booking) => {
    const ask = askOf(booking, zone, now);
    return ask !== null && (ask.kind !== 'review' || booking === toReview);
  };
  const groups: BookingGroup[] = [
    ...(['This week', 'Next week', 'Later'] as const).map((title) => ({
      title,
      bookings: open.filter((booking) => weekOf(booking) === title),
    })),
    { title: 'Waiting for you', bookings: past.filter(waits) },
    { title: 'Past', bookings: past.filter((booking) => !waits(booking)) },
  ];
  return groups.filter((group) => group.bookings.length > 0);
}
