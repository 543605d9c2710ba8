import { randomUUID } from 'node:crypto';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Tx } from '../../../db/database.ts';
import { holdWorkers } from '../workers/roster.service.ts';
import { daysAround, readCandidates } from './candidates.service.ts';
import type { Planned } from './fits.rules.ts';
import { travelBetween } from './postcode-travel.ts';
import { quartersOf, reservedEnd } from './quarters.rules.ts';
import { type Choice, choose, freeAt, type Start, type WantedWork } from './slots.rules.ts';
import {
  deleteHold,
  deleteLapsed,
  deleteQuarters,
  deleteVisits,
  insertQuarters,
  insertVisits,
  lastWorkersOf,
  selectHoldsOf,
  selectQuartersOf,
  selectVisitsOfHolds,
  selectVisitsOfOwner,
  updateVisit,
} from './visits.repository.ts';
import type { PlannedVisitTable } from './visits.table.ts';

// The one writer of workers' times. Each of its functions locks the workers' rows in the order of their ids before it
// reads what decides; a transaction locks workers last, after its booking, its ledger and its person.

type Owner = { bookingId: string } | { holdId: string };

/** What a time is taken for. */
export interface WantedTime {
  work: WantedWork;
  /** An instant. */
  start: string;
  owner: Owner;
  /** The customer, whose own holds are in nobody's way. */
  userId: string;
  timeZone: string;
  now: string;
  /** The booking that moves to this time: its own visits are in nobody's way. */
  movesId?: string | null | undefined;
}

const startOf = ({ start, timeZone }: Pick<WantedTime, 'start' | 'timeZone'>): Start => ({
  at: Date.parse(start),
  day: dayOf(start, timeZone),
});

/** A row as the rules compute with it. */
const plannedOf = (row: Pick<PlannedVisitTable, 'starts_at' | 'ends_at' | 'postcode'>): Planned => ({
  start: Date.parse(row.starts_at),
  end: Date.parse(row.ends_at),
  postcode: row.postcode,
});

/** The workers who seem to be free, read without a lock: those who lose a race learn it without a wait. */
async function seemFree(db: Tx, time: WantedTime): Promise<string[]> {
  const { work, now, userId, timeZone } = time;
  const days = daysAround(time.start, timeZone);
  const candidates = await readCandidates(db, {
    ...{ wanted: work, days, now, holderId: userId, exceptBookingId: time.movesId ?? '' },
  });
  const start = startOf(time);
  return candidates.flatMap((one) => (freeAt(one, start, work, travelBetween) ? [one.id] : []));
}

/**
 * Takes a time of as many workers as the work needs: all of them or none. A worker who is no longer free leaves the
 * place to the next. Other visits of a booking become free with it; their workers come again if they can.
 * @param replaces earlier holds of the same person, whose time becomes free with it; one of this very time always is
 * @returns the workers, or `null` if too few are free; the caller then ends the transaction, or frees what the owner had
 */
export async function takeTime(
  db: Tx,
  time: WantedTime,
  replaces: readonly string[] = [],
): Promise<string[] | null> {
  const able = await seemFree(db, time);
  if (able.length < time.work.workers) return null;
  const seen = await ownHolds(db, time);
  const earlier = await selectVisitsOfHolds(db, [...replaces, ...seen]);
  const present = await ownVisits(db, time.owner);
  const ids = [...new Set([...able, ...[...earlier, ...present].map((visit) => visit.worker_id)])].sort();
  await holdWorkers(db, ids);
  await deleteLapsed(db, ids, time.now);
  // Read again, since a hold may have become a booking meanwhile, or a payment may have it.
  const superseded = (await ownHolds(db, time)).filter((id) => seen.includes(id));
  const replaced = [
    ...(await selectVisitsOfHolds(db, [...replaces, ...superseded])),
    ...(await ownVisits(db, time.owner)),
  ];
  await deleteVisits(
    db,
    replaced.map(({ id }) => id),
  );
  const candidates = await readCandidates(db, {
    ...{ wanted: time.work, days: daysAround(time.start, time.timeZone), now: time.now },
    ...{ holderId: '', workerIds: able, exceptBookingId: time.movesId ?? '' },
  });
  const known = new Set([
    ...(await lastWorkersOf(db, time.userId)),
    ...present.map((visit) => visit.worker_id),
  ]);
  const choice = choose(candidates, startOf(time), time.work, travelBetween, known);
  if (!choice) return null;
  await writeVisits(db, choice, time.owner, time.movesId);
  for (const id of superseded) await deleteHold(db, id);
  return choice.map(({ workerId }) => workerId);
}

/** The visits that a booking has already; those of a hold are replaced by name. */
const ownVisits = async (db: Tx, owner: Owner): Promise<PlannedVisitTable[]> =>
  'bookingId' in owner ? selectVisitsOfOwner(db, owner) : [];

/** The person's other holds of this very time, chosen again in another tab, for which nothing waits. */
async function ownHolds(db: Tx, { owner, userId, work, start }: WantedTime): Promise<string[]> {
  const holds = await selectHoldsOf(db, { userId });
  return holds.flatMap(({ id, service_id, starts_at, payment_id, booking_id }) =>
    service_id === work.service.id &&
    starts_at === start &&
    !payment_id &&
    !booking_id &&
    !('holdId' in owner && owner.holdId === id)
      ? [id]
      : [],
  );
}

/**
 * The caller holds the workers' rows and has asked whether the visits fit.
 * @param movesId the booking that keeps its visits until it moves here: quarters that both have stay with those
 */
async function writeVisits(
  db: Tx,
  choice: readonly Choice[],
  owner: Owner,
  movesId?: string | null | undefined,
): Promise<void> {
  const rows = choice.map(({ workerId, visit }) => ({
    id: randomUUID(),
    worker_id: workerId,
    booking_id: 'bookingId' in owner ? owner.bookingId : null,
    hold_id: 'holdId' in owner ? owner.holdId : null,
    starts_at: new Date(visit.start).toISOString(),
    ends_at: new Date(visit.end).toISOString(),
    postcode: visit.postcode,
  }));
  await insertVisits(db, rows);
  const kept = movesId ? await selectQuartersOf(db, movesId) : [];
  const isKept = (one: { worker_id: string; quarter: number }) =>
    kept.some(({ worker_id, quarter }) => worker_id === one.worker_id && quarter === one.quarter);
  const quarters = rows.flatMap(quartersOfRow).filter((one) => !isKept(one));
  if (quarters.length) await insertQuarters(db, quarters, false);
}

const quartersOfRow = ({ id, worker_id, starts_at, ends_at }: PlannedVisitTable) =>
  quartersOf(Date.parse(starts_at), Date.parse(ends_at)).map((quarter) => ({
    worker_id,
    quarter,
    lane: 0,
    visit_id: id,
  }));

/** Locks the workers of a booking or a hold, and answers with its visits as they then are. */
export async function holdVisits(db: Tx, owner: Owner): Promise<PlannedVisitTable[]> {
  const has = await holdVisitsOf(db, [owner]);
  return has ? selectVisitsOfOwner(db, owner) : [];
}

/** Locks the workers of bookings and holds together. @returns whether they have any */
export async function holdVisitsOf(db: Tx, owners: readonly Owner[]): Promise<boolean> {
  const seen = (await Promise.all(owners.map((owner) => selectVisitsOfOwner(db, owner)))).flat();
  await holdWorkers(db, [...new Set(seen.map((visit) => visit.worker_id))].sort());
  return seen.length > 0;
}

/** Whether somebody is assigned to a booking. */
export const hasVisits = async (db: Tx, bookingId: string): Promise<boolean> =>
  (await selectVisitsOfOwner(db, { bookingId })).length > 0;

/** Takes the workers of a booking or a hold away: never refused. */
export async function freeTime(db: Tx, owner: Owner): Promise<void> {
  if (await holdVisitsOf(db, [owner])) await freeHeldTime(db, owner);
}

/** The same where the caller holds the workers. */
export async function freeHeldTime(db: Tx, owner: Owner): Promise<void> {
  const visits = await selectVisitsOfOwner(db, owner);
  await deleteVisits(
    db,
    visits.map(({ id }) => id),
  );
}

/**
 * Gives a booking the time of a hold in place of its own, for the workers of the hold. The caller holds both.
 * @returns whether the booking's work fits there; otherwise the transaction must end without it
 */
export async function takeOver(
  db: Tx,
  {
    holdId,
    bookingId,
    work,
    ...time
  }: Pick<WantedTime, 'work' | 'start' | 'timeZone' | 'now'> & {
    holdId: string;
    bookingId: string;
  },
): Promise<boolean> {
  const held = await selectVisitsOfOwner(db, { holdId });
  await freeHeldTime(db, { holdId });
  await freeHeldTime(db, { bookingId });
  const candidates = await readCandidates(db, {
    ...{ wanted: work, days: daysAround(time.start, time.timeZone), now: time.now, holderId: '' },
    workerIds: held.map((visit) => visit.worker_id),
  });
  const choice = choose(candidates, startOf(time), work, travelBetween);
  if (choice) await writeVisits(db, choice, { bookingId });
  return choice !== null;
}

/**
 * Moves a booking's visits to another time, if each of its workers works and is free then. Whether they have the skill
 * was asked when they got the visit.
 * @returns whether they are; otherwise nothing is written
 */
export async function moveTime(
  db: Tx,
  { bookingId, ...time }: Pick<WantedTime, 'start' | 'timeZone' | 'now'> & { bookingId: string },
): Promise<boolean> {
  const visits = await holdVisits(db, { bookingId });
  if (!visits.length) return true;
  const workerIds = visits.map((visit) => visit.worker_id);
  await deleteLapsed(db, workerIds, time.now);
  const candidates = await readCandidates(db, {
    ...{ wanted: null, days: daysAround(time.start, time.timeZone), now: time.now, holderId: '' },
    ...{ workerIds, exceptBookingId: bookingId },
  });
  const start = startOf(time);
  const choice = visits.flatMap((row) => {
    const { start: began, end, postcode } = plannedOf(row);
    const candidate = candidates.find(({ id }) => id === row.worker_id);
    const asLong = { minutes: (end - began) / 60_000, bufferMinutes: 0, postcode };
    const free = candidate && freeAt(candidate, start, asLong, travelBetween);
    return free ? [{ workerId: row.worker_id, visit: free.visit }] : [];
  });
  if (choice.length < visits.length) return false;
  await deleteVisits(
    db,
    visits.map(({ id }) => id),
  );
  await writeVisits(db, choice, { bookingId });
  return true;
}

/**
 * Gives a booking's visits another length: work that really lasts longer is never refused. Quarters that the next
 * visit has already stay with it; the two show as tight.
 * @param minutes the new estimate, at the pace at which the visit was planned
 */
export async function resizeTime(
  db: Tx,
  { bookingId, minutes, before }: { bookingId: string; minutes: number; before: number },
): Promise<void> {
  if (minutes === before || before <= 0) return;
  for (const visit of await holdVisits(db, { bookingId })) {
    const start = Date.parse(visit.starts_at);
    const planned = (Date.parse(visit.ends_at) - start) / 60_000;
    // What the visit took beyond its estimate, for the pace and the buffer, it takes in proportion.
    const pace = Math.round((planned / before) * 100);
    const end = Math.max(start + 1, reservedEnd(start, { minutes, pace, bufferMinutes: 0 }));
    const row = { ...visit, ends_at: new Date(end).toISOString() };
    await updateVisit(db, visit.id, { ends_at: row.ends_at });
    await deleteQuarters(db, visit.id);
    await insertQuarters(db, quartersOfRow(row), true);
  }
}
