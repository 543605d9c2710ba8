import type { BookingDetail, BookingStatus } from '../../../../api/contract/schemas/bookings.ts';

export interface Step {
  status: BookingStatus;
  label: string;
  reached: boolean;
  /** Whether this is the booking's present step. */
  current: boolean;
  /**
   * The time of booking for the first step, and of the last arrival for the others; `null` if the step was not
   * reached, or was skipped.
   */
  at: string | null;
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
  createdAt,
  statusChanges: changes,
}: Pick<BookingDetail, 'status' | 'createdAt' | 'statusChanges'>): Step[] {
  const before = status === 'cancelled' ? changes.findLast((c) => c.to === 'cancelled')?.from : status;
  const place = way.findIndex((step) => step.status === (before ?? 'pending'));
  // A move sets the status back to pending, but the time of booking stays.
  const came = (to: BookingStatus) =>
    to === 'pending' ? createdAt : (changes.findLast((c) => c.to === to)?.at ?? null);
  const steps = way.map((step, i) => ({
    ...step,
    reached: i <= place,
    current: step.status === status,
    at: i <= place ? came(step.status) : null,
  }));
  if (status !== 'cancelled') return steps;
  const end = { status, label: 'Cancelled', reached: true, current: true, at: came('cancelled') };
  return [...steps.slice(0, place + 1), end];
}

/** Whether the team acts next, by confirming the time; its customer has nothing to do. */
export const isUnconfirmed = (
  booking: Pick<BookingDetail, 'status' | 'paymentType' | 'scheduledDate' | 'unpaidUntil' | 'disputed'>,
  now: number,
): boolean =>
  booking.status === 'pending' &&
  booking.paymentType !== 'custom_quote' &&
  booking.scheduledDate !== null &&
  Date.parse(booking.scheduledDate) > now &&
  !booking.unpaidUntil &&
  !booking.disputed;
