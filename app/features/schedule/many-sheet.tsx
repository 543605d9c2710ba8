import type { ScheduledBooking } from '../../../api/contract/schemas/schedule.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatTime, formatWhen } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';

/** Bookings at one time that have no room beside each other in the calendar, the earliest first. */
export default function ManySheet({
  bookings,
  zone,
  open,
  onOpen,
  onClose,
}: {
  bookings: readonly ScheduledBooking[];
  zone: string;
  open: boolean;
  onOpen: (booking: ScheduledBooking) => void;
  onClose: () => void;
}) {
  const [first] = bookings;
  return (
    <Sheet
      open={open}
      title={`${bookings.length} bookings${first ? ` · ${formatWhen(first.startsAt, zone)}` : ''}`}
      onClose={onClose}
    >
      <ul className="schedule-many">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <button type="button" onClick={() => onOpen(booking)}>
              <CategoryIcon icon={booking.category.icon} color={booking.category.color} />
              <span className="grow">
                <strong>{booking.service}</strong>
                <span className="muted">
                  {oneText`${formatTime(booking.startsAt, zone)} · ${booking.customer.name}`}
                </span>
              </span>
              <StatusBadge status={booking.status} />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
