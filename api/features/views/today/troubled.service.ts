import type { Troubled } from '../../../contract/schemas/schedule.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import type { Db } from '../../../db/database.ts';
import { type Planned, tightAmong } from '../../records/visits/fits.rules.ts';
import { travelBetween } from '../../records/visits/postcode-travel.ts';
import { selectAway, selectSoonPlanned, selectTroubledBookings } from './today.repository.ts';

/** More visits than a business of forty makes in the days that are looked at. */
const mostPlanned = 2000;

/**
 * The visits to come that their worker cannot make, or hardly: switched off, on leave, or with too little time to come
 * from the visit before; the next first. Four queries for any number of visits.
 * @param query.until those of an absent worker; `soon`: those that are looked at for tight ways
 */
export async function readTroubled(
  db: Db,
  { from, soon, until, rows }: { from: string; soon: string; until: string; rows: number },
): Promise<Troubled[]> {
  const away = await selectAway(db, { from, until, rows });
  const planned = await selectSoonPlanned(db, { from, until: soon, rows: mostPlanned });
  const byWorker = Map.groupBy(planned.map(asPlanned), ({ workerId }) => workerId);
  const tight = [...byWorker.values()].flatMap((visits) => tightAmong(visits, travelBetween));
  const why = new Map<string, Pick<Troubled, 'why' | 'worker'>>([
    ...tight
      .filter(({ start }) => start > Date.parse(from))
      .map(({ bookingId, worker }) => [bookingId, { why: 'tight', worker }] as const),
    ...away.map(
      ({ booking_id, name, active }) =>
        [booking_id ?? '', { why: active === 0 ? 'off' : 'leave', worker: name }] as const,
    ),
  ]);
  const bookings = await selectTroubledBookings(db, { ids: [...why.keys()], rows });
  return bookings.flatMap((row) => {
    const reason = why.get(row.id);
    if (!reason || !row.scheduled_date) return [];
    const { id, scheduled_date: scheduledDate, service_name: service } = row;
    return [{ id, scheduledDate, service, customer: listedCustomer(row), ...reason }];
  });
}

function asPlanned(row: Awaited<ReturnType<typeof selectSoonPlanned>>[number]) {
  const { worker_id: workerId, booking_id, name: worker, postcode } = row;
  const visit: Planned = { start: Date.parse(row.starts_at), end: Date.parse(row.ends_at), postcode };
  return { ...visit, workerId, worker, bookingId: booking_id ?? '' };
}
