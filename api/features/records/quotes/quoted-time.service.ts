import type { Slot } from '../../../contract/schemas/visits/slots.ts';
import { Refusal } from '../../../core/refusal.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { readBookedWork } from '../bookings/booked-work.service.ts';
import type { WorkersOfMove } from '../bookings/follow.service.ts';
import { announceTaken } from '../bookings/held-time.service.ts';
import { readAnyBooking } from '../bookings/locked.service.ts';
import type { BookingWrites } from '../bookings/writes.service.ts';
import { readBusinessFacts } from '../business/business.service.ts';
import { wantedWork } from '../visits/candidates.service.ts';
import { findFreeTimes } from '../visits/free-times.service.ts';
import { hasVisits, takeTime } from '../visits/visits.service.ts';
import type { Quoted } from './settlement.rules.ts';

/**
 * The free times for a request's work, for the team, which no plan binds.
 * @param query.hours the length that the quote will say; left out: the request's own
 * @throws Refusal `not_found`
 */
export async function listRequestSlots(
  deps: Pick<Deps, 'db' | 'clock' | 'business'>,
  query: { id: string; from: string; days: number; hours?: number | undefined },
): Promise<Slot[]> {
  const { db, clock, business } = deps;
  const { id, from, days, hours } = query;
  const booking = await readAnyBooking(db, id);
  const { postcode, ...service } = await readBookedWork(db, booking);
  return findFreeTimes(db, {
    ...{ business: business.current(), postcode, from, days, userId: booking.user_id, now: clock.now() },
    service: { ...service, ...(hours && { estimatedMinutes: Math.round(hours * 60) }) },
    ...{ movesId: id, isForTeam: true },
  });
}

/**
 * @returns the length of a proposed time's arrival window, in minutes
 * @throws Refusal `slot_taken` if the time is not free now: it would be promised in vain
 */
export async function requireFree(
  db: Db,
  {
    booking,
    start,
    minutes,
    now,
  }: { booking: Quoted['booking']; start: string; minutes: number | null; now: Date },
): Promise<number> {
  const business = await readBusinessFacts(db);
  const { postcode, ...service } = await readBookedWork(db, booking);
  const free = await findFreeTimes(db, {
    ...{ business, postcode, userId: booking.user_id, now, movesId: booking.id, isForTeam: true },
    service: { ...service, estimatedMinutes: minutes ?? booking.estimated_minutes },
    ...{ from: dayOf(start, business.timeZone), days: 1 },
  });
  const slot = free.find((one) => one.start === start);
  if (!slot) throw new Refusal('slot_taken', 'Nobody can come then any more. Please choose another time.');
  return (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000;
}

/**
 * Gives the booking of an accepted quote the free time that the quote proposes, with its window. If it is no longer
 * free, the booking wishes for it, and its customer is offered the nearest ones; one that the team has scheduled at that
 * time meanwhile stays scheduled. The caller holds the booking.
 * @returns the rows to write, and what becomes of the workers
 */
export async function takeQuotedTime(
  db: Tx,
  { quote, booking }: Quoted,
  agreed: BookingWrites,
): Promise<{ agreed: BookingWrites; workers: WorkersOfMove }> {
  const { scheduled_date: start, status, estimated_minutes, updated_at: now } = agreed.change;
  const isProposed = quote.is_slot === 1 && start === quote.scheduled_date && status === 'scheduled';
  const isSame = start === booking.scheduled_date;
  const isScheduled = booking.status === 'scheduled' && isSame;
  if (!isProposed || !start || !(booking.status === 'pending' || isScheduled))
    return { agreed, workers: 'free' };
  const { window_minutes } = quote;
  const promised = { ...agreed, change: { ...agreed.change, window_minutes } };
  // The team has sent somebody at this very time already.
  if (isSame && (await hasVisits(db, booking.id))) return { agreed: promised, workers: 'free' };
  const { timeZone } = await readBusinessFacts(db);
  const { postcode, ...service } = await readBookedWork(db, booking);
  const minutes = estimated_minutes ?? booking.estimated_minutes;
  const work = await wantedWork(db, { service, postcode, minutes });
  const { id: bookingId, user_id: userId } = booking;
  const time = { work, start, owner: { bookingId }, userId, timeZone, now };
  if (await takeTime(db, { ...time, movesId: bookingId })) return { agreed: promised, workers: 'chosen' };
  if (isScheduled) return { agreed: promised, workers: 'free' };
  await announceTaken(db, { ...booking, estimated_minutes: minutes, scheduled_date: start }, now);
  return {
    agreed: {
      ...agreed,
      change: { ...agreed.change, status: booking.status, time_taken: start },
      step: null,
    },
    workers: 'free',
  };
}
