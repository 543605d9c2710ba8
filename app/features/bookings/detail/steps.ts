import type { BookingDetail, BookingStatus } from '../../../../api/contract/schemas/bookings.ts';

export interface Step {
  status: BookingStatus;
  label: string;
  reached: boolean;
  /** Whether this is the booking's present step. */
  current: boolean;
}

const way: readonly { status: BookingStatus; label: string }[] = [
  { status: 'pending', label: 'Booked' },
  { status: 'scheduled', label: 'Scheduled' },
  { status: 'in_progress', label: 'In Progress' },
  { status: 'completed', label: 'Completed' },
];

/** A booking's life as the steps of the usual course; a cancelled one ends after the last step that it reached. */
export function stepsOf({
  status,
  statusChanges: changes,
}: Pick<BookingDetail, 'status' | 'statusChanges'>): Step[] {
  const before = status === 'cancelled' ? changes.findLast((c) => c.to === 'cancelled')?.from : status;
  const place = way.findIndex((step) => step.status === (before ?? 'pending'));
  const steps = way.map((step, i) => ({
    ...step,
    reached: i <= place,
    current: step.status === status,
  }));
  if (status !== 'cancelled') return steps;
  const end = { status, label: 'Cancelled', reached: true, current: true };
  return [...steps.slice(0, place + 1), end];
}
