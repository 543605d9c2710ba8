import type { AdminBooking } from '../../../contract/calls/admin-booking-calls.ts';
import type { RequestStanding } from '../../../contract/rules/quote-terms.ts';
import type { BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';
import { type Cell, csvFile } from '../../../core/csv.ts';
import { dayOf, timeOf } from '../../../core/wall-clock.ts';

const statuses: Record<BookingStatus, string> = {
  pending: 'Pending',
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

const payments: Record<PaymentType, string> = {
  subscription: 'Plan hours',
  one_time: 'Card',
  custom_quote: 'Custom quote',
};

const requests: Record<RequestStanding, string> = {
  unanswered: 'Waiting for the team',
  quoted: 'Waiting for the customer',
  expired: 'Quote expired',
  declined: 'Quote declined',
  withdrawn: 'Quote withdrawn',
};

/** @param currency its code in capitals: the spreadsheet gets plain numbers */
const columnsIn = (currency: string) => [
  'Booking',
  'Status',
  'Customer',
  'E-mail',
  'Service',
  'Category',
  'Scheduled day',
  'Scheduled time',
  'Created',
  'Completed',
  'Estimated hours',
  'Actual hours',
  'Payment',
  `Amount (${currency})`,
  `Refunded (${currency})`,
  'Payment status',
  'Custom quote',
  'Messages',
  'Rating',
  'Review',
  'Notes',
];

/**
 * Bookings as a file for spreadsheets, page by page; days and times are in `timeZone`, amounts in whole units of
 * `currency`, which the column's heading names.
 */
export function bookingsCsv(
  pages: AsyncIterable<AdminBooking[]>,
  { timeZone, currency }: { timeZone: string; currency: string },
): AsyncGenerator<string> {
  return csvFile(columnsIn(currency.toUpperCase()), pages, (booking) => cellsOf(booking, timeZone));
}

function cellsOf(booking: AdminBooking, timeZone: string): Cell[] {
  const { scheduledDate, completedDate, payment } = booking;
  return [
    booking.id,
    statuses[booking.status],
    booking.customer.name,
    booking.customer.email,
    booking.service.name,
    booking.service.category.name,
    scheduledDate && dayOf(scheduledDate, timeZone),
    scheduledDate && timeOf(scheduledDate, timeZone),
    dayOf(booking.createdAt, timeZone),
    completedDate && dayOf(completedDate, timeZone),
    booking.estimatedHours,
    booking.actualHours,
    booking.unpaidUntil ? 'Not paid' : payments[payment.type],
    payment.amountCents === null ? null : payment.amountCents / 100,
    payment.amountCents === null ? null : (payment.refundedCents ?? 0) / 100,
    payment.status,
    payment.request && requests[payment.request],
    booking.thread.count,
    booking.rating,
    booking.review,
    booking.notes,
  ];
}
