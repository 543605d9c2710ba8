import type { BookingStatus } from '../../../api/contract/schemas/bookings.ts';
import { labelOf } from '../label-of.ts';

export const statusLabels: Record<BookingStatus, string> = {
  pending: 'Pending',
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  return <span className={`badge ${status}`}>{labelOf(statusLabels, status)}</span>;
}
