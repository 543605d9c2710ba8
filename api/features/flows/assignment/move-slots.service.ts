import type { Slot } from '../../../contract/schemas/visits/slots.ts';
import type { Deps } from '../../../deps.ts';
import { readBookedWork } from '../../records/bookings/booked-work.service.ts';
import { readAnyBooking } from '../../records/bookings/locked.service.ts';
import { type Crew, findFreeTimes } from '../../records/visits/free-times.service.ts';
import { selectVisitsOfOwner } from '../../records/visits/visits.repository.ts';

/**
 * The times to which the team can move a booking: all of its workers are free then, or enough of those who may do the
 * work if it has none. Each has the arrival window that the booking keeps, or none. None where times are only wished
 * for.
 * @param query.from the first day on the business's calendar
 * @throws Refusal `not_found`
 */
export async function listMoveSlots(
  deps: Pick<Deps, 'db' | 'clock' | 'business'>,
  query: { id: string; from: string; days: number },
): Promise<Slot[]> {
  const { db, clock, business } = deps;
  const { id, from, days } = query;
  const booking = await readAnyBooking(db, id);
  const { postcode, ...service } = await readBookedWork(db, booking);
  return findFreeTimes(db, {
    ...{ business: business.current(), service, postcode, from, days, now: clock.now() },
    ...{
      userId: booking.user_id,
      movesId: id,
      isForTeam: true,
      windowMinutes: booking.window_minutes ?? 0,
      crew: crewOf(await selectVisitsOfOwner(db, { bookingId: id })),
    },
  });
}

/** Those who have a visit, with the longest of its times. */
function crewOf(visits: Awaited<ReturnType<typeof selectVisitsOfOwner>>): Crew | undefined {
  if (!visits.length) return undefined;
  const lengths = visits.map(({ starts_at, ends_at }) => Date.parse(ends_at) - Date.parse(starts_at));
  return { workerIds: visits.map((visit) => visit.worker_id), minutes: Math.max(...lengths) / 60_000 };
}
