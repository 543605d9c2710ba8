import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { travelBetween } from '../../features/records/visits/postcode-travel.ts';
import { quartersOf } from '../../features/records/visits/quarters.rules.ts';
import type { WorkerTable } from '../../features/records/workers/workers.table.ts';

interface Given extends Partial<WorkerTable> {
  /** What the worker does; either may be left out. */
  categoryIds?: readonly string[];
  serviceIds?: readonly string[];
  /** Minutes from midnight, every day; `null`: never. */
  hours?: { from: number; until: number } | null;
  postcodes?: readonly string[];
}

/** A worker who works every day from 8 to 18 in the business's zone, everywhere. */
export async function aWorker(
  db: Db,
  { categoryIds = [], serviceIds = [], hours = { from: 480, until: 1080 }, postcodes = [], ...given }: Given,
): Promise<WorkerTable> {
  const then = '2026-11-02T01:00:00.000Z';
  const worker: WorkerTable = {
    id: randomUUID(),
    name: 'Sam Okafor',
    phone: '',
    email: '',
    colour: 'sky',
    postcode: '',
    picture: null,
    active: 1,
    pace: 100,
    user_id: null,
    invitation_id: null,
    version: 1,
    created_at: then,
    updated_at: then,
    ...given,
  };
  await db.insertInto('workers').values(worker).execute();
  const skill = { worker_id: worker.id, pace: null, licence_id: null };
  const skills = [
    ...categoryIds.map((category_id) => ({ ...skill, id: randomUUID(), category_id, service_id: null })),
    ...serviceIds.map((service_id) => ({ ...skill, id: randomUUID(), category_id: null, service_id })),
  ];
  if (skills.length) await db.insertInto('worker_skills').values(skills).execute();
  if (hours) {
    const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
      ...{ worker_id: worker.id, position: weekday, weekday, starts_on: null, ends_on: null },
      ...{ from_minute: hours.from, until_minute: hours.until },
    }));
    await db.insertInto('worker_hours').values(week).execute();
  }
  if (postcodes.length) {
    const areas = postcodes.map((postcode) => ({ worker_id: worker.id, postcode }));
    await db.insertInto('worker_postcodes').values(areas).execute();
  }
  return worker;
}

/** Switches slots on or off, in this process and for the next ones. */
export async function switchSlots(
  { db, business }: Pick<Deps, 'db' | 'business'>,
  slots: 'on' | 'off',
): Promise<void> {
  await db
    .updateTable('business')
    .set((e) => ({ slots, version: e('version', '+', 1) }))
    .execute();
  await business.readAgain();
}

/**
 * The rules that hold for the times of all workers, whatever has happened; each breach in words.
 * @param longer the bookings whose work was made longer: they may be tight, and leave quarters to the visits after them
 */
export async function breaches(
  db: Db,
  now: string,
  longer: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const visits = await db
    .selectFrom('planned_visits as v')
    .leftJoin('slot_holds as h', 'h.id', 'v.hold_id')
    .leftJoin('bookings as b', 'b.id', 'v.booking_id')
    .selectAll('v')
    .select(['h.expires_at', 'h.moves_id', 'b.status', 'b.scheduled_date'])
    .orderBy('v.worker_id')
    .orderBy('v.starts_at')
    .execute();
  const quarters = await db.selectFrom('worker_quarters').selectAll().execute();
  const live = visits.filter((visit) => visit.expires_at === null || visit.expires_at > now);
  const found: string[] = [];
  for (const [place, visit] of live.entries()) {
    // A hold for a move may take the booking's own time.
    const isOwn = (one: typeof visit) =>
      (visit.moves_id !== null && one.booking_id === visit.moves_id) ||
      (one.moves_id !== null && one.moves_id === visit.booking_id);
    const next = live.slice(place + 1).find((one) => !isOwn(one));
    if (visit.status === 'cancelled') found.push(`${visit.id} is of a cancelled booking`);
    if (visit.booking_id && visit.starts_at !== visit.scheduled_date)
      found.push(`${visit.id} begins at ${visit.starts_at}, its booking at ${visit.scheduled_date}`);
    if (next?.worker_id !== visit.worker_id || longer.has(visit.booking_id ?? '')) continue;
    const gap = Date.parse(next.starts_at) - Date.parse(visit.ends_at);
    if (gap < travelBetween(visit.postcode, next.postcode))
      found.push(`${next.id} follows ${visit.id} after ${gap / 60_000} minutes`);
  }
  for (const visit of visits) {
    const taken = quarters.filter((one) => one.visit_id === visit.id);
    const all = quartersOf(Date.parse(visit.starts_at), Date.parse(visit.ends_at));
    if (taken.some((one) => !all.includes(one.quarter) || one.worker_id !== visit.worker_id))
      found.push(`${visit.id} has a quarter of another time`);
    if (taken.length !== all.length && !visit.moves_id && !longer.has(visit.booking_id ?? ''))
      found.push(`${visit.id} has ${taken.length} quarters of ${all.length}`);
  }
  return found;
}
