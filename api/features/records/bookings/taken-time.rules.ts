import type { BookingStatus } from '../../../contract/schemas/bookings.ts';

/** Whether a booking still wishes for a chosen time that somebody else had when its money came. */
export const isTimeTaken = ({
  status,
  scheduled_date,
  time_taken = null,
}: {
  status: BookingStatus;
  scheduled_date: string | null;
  time_taken?: string | null;
}): boolean => status === 'pending' && time_taken !== null && time_taken === scheduled_date;
