import type { Slot } from '../../../contract/schemas/visits/slots.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { readBusinessFacts } from '../business/business.service.ts';
import { readBookedService } from '../catalogue/catalogue.service.ts';
import { announceBilling } from '../notices/notices.service.ts';
import { nearestTimes } from '../visits/free-times.service.ts';
import { bookPaidFor, isTimeKept } from '../visits/holds.service.ts';
import { readBookedWork } from './booked-work.service.ts';
import { lockBooking, recordStep, updateBooking } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';

/** The times that a customer is offered in place of one that has been taken. */
const offered = 2;

/** The free times nearest to the one that was taken, for a booking as `isTimeTaken` says. */
export async function readNearestTimes(
  db: Db,
  booking: Pick<BookingTable, 'id' | 'user_id' | 'service_id' | 'estimated_minutes' | 'scheduled_date'>,
  now: Date,
): Promise<Slot[]> {
  if (!booking.scheduled_date) return [];
  const business = await readBusinessFacts(db);
  const { postcode, ...service } = await readBookedWork(db, booking);
  const search = { business, service, postcode, now, userId: booking.user_id, movesId: booking.id };
  return nearestTimes(db, { ...search, start: booking.scheduled_date }, offered);
}

/**
 * Schedules a booking that has its chosen time. The caller holds it, or has just made it, and tells its customer with
 * the confirmation of the booking or of its payment.
 * @param promised the arrival window
 */
export async function scheduleChosen(
  db: Tx,
  booking: Pick<BookingTable, 'id' | 'user_id' | 'status'>,
  { window_minutes }: Pick<BookingTable, 'window_minutes'>,
  now: string,
): Promise<void> {
  await updateBooking(db, booking.id, { status: 'scheduled', window_minutes, updated_at: now });
  await recordStep(db, booking, 'scheduled', null, now);
}

/**
 * Gives a booking that has just been paid for the time that its customer chose, if they chose one: it is scheduled. If
 * the time has been taken since it was kept, the booking is as wished, and its customer is offered the nearest times.
 * The caller holds the booking's lock, or has just made it.
 * @param waits the payment or the booking for which the time was kept
 * @returns whether it is scheduled
 */
export async function bookChosenTime(
  db: Tx,
  { bookingId, now }: { bookingId: string; now: string },
  waits: { bookingId: string } | { paymentId: string },
): Promise<boolean> {
  if (!(await isTimeKept(db, waits))) return false;
  const booking = await lockBooking(db, bookingId);
  if (booking?.status !== 'pending' || !booking.scheduled_date) return false;
  const { user_id: userId, scheduled_date: start } = booking;
  const service = await readBookedWork(db, booking);
  const promised = await bookPaidFor(db, waits, { bookingId, userId, service, now });
  if (promised) {
    await scheduleChosen(db, booking, promised, now);
    return true;
  }
  await updateBooking(db, bookingId, { time_taken: start, window_minutes: null, updated_at: now });
  await announceTaken(db, booking, now);
  return false;
}

/** Tells the customer of a booking whose chosen time is taken, with the nearest free times. */
export async function announceTaken(
  db: Tx,
  booking: Parameters<typeof readNearestTimes>[1] & Pick<BookingTable, 'service_name'>,
  now: string,
): Promise<void> {
  const { id: bookingId, user_id: userId, scheduled_date: start } = booking;
  if (!start) return;
  const service = booking.service_name ?? (await readBookedService(db, booking.service_id)).name;
  const nearest = (await readNearestTimes(db, booking, new Date(now))).map((slot) => slot.start);
  const news = { what: 'time_taken', bookingId, service, start, nearest } as const;
  await announceBilling(db, { occasion: `time:${bookingId}`, userId, news, now });
}
