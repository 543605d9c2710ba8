import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import type { WorkerColour } from '../../../contract/rules/business/worker-terms.ts';
import type { AssignmentForm, Candidates } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { readBookedWork } from '../../records/bookings/booked-work.service.ts';
import { updateBooking } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import { announceOtherWorker } from '../../records/notices/other-worker.service.ts';
import { centreOf } from '../../records/places/postcodes.ts';
import { assignVisit } from '../../records/visits/assign.service.ts';
import { daysAround, wantedWork } from '../../records/visits/candidates.service.ts';
import type { Planned } from '../../records/visits/fits.rules.ts';
import { attemptOf } from '../../records/visits/obstacles.rules.ts';
import { plannedIn } from '../../records/visits/planned-text.ts';
import { travelBetween } from '../../records/visits/postcode-travel.ts';
import { lastWorkersOf, selectTimesOf, selectVisitsOfOwner } from '../../records/visits/visits.repository.ts';
import type { RosterWorker } from '../../records/workers/roster.rules.ts';
import { rosterOf } from '../../records/workers/roster.service.ts';
import type { WantedMove } from '../booking-changes/move.decide.ts';
import { moveByTeamWithin } from '../booking-changes/move.service.ts';
import {
  countTimesAt,
  selectAccounts,
  selectBooking,
  selectFaces,
  wishesForLast,
} from './assignment.repository.ts';
import { byRank, obstacleWords, type Ranked, reasonWords } from './candidates.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'changes' | 'business'>;
type Booking = Selectable<BookingTable>;

/** The statuses in which somebody may still be sent. */
const open: readonly Booking['status'][] = ['pending', 'scheduled', 'in_progress'];

/**
 * The workers for a booking, the best first, each with the reason: a constant number of queries for any number of them.
 * None for a booking without a time, or one that is over.
 * @throws Refusal `not_found`
 */
export async function listCandidates(
  deps: Pick<Parts, 'db' | 'clock' | 'env'>,
  id: string,
): Promise<Candidates> {
  const { db, clock, env } = deps;
  const booking = await selectBooking(db, id);
  if (!booking) throw notFound('Booking');
  const faces = await selectFaces(db, id);
  const assigned = faces.flatMap(({ visit_id, id: workerId }) => (visit_id ? [workerId] : []));
  const start = booking.scheduled_date;
  if (!start || !open.includes(booking.status))
    return { assigned: presentFaces(faces, assigned), candidates: [], needed: 1 };
  const clockWords = { zone: env.BUSINESS_TIME_ZONE, now: instant(clock) };
  const work = await workOf(db, booking);
  const days = daysAround(start, clockWords.zone);
  const roster = await rosterOf(db, { workerIds: faces.map((face) => face.id), days });
  const visits = await visitsOf(db, roster, { days, now: clockWords.now, bookingId: id });
  const times = await countTimesAt(db, booking.user_id);
  const wished = (await wishesForLast(db, id)) ? await lastWorkersOf(db, booking.user_id) : new Set<string>();
  const at = { at: Date.parse(start), day: dayOf(start, clockWords.zone) };
  const thatDay = days.find(({ day }) => day === at.day);
  const isThatDay = ({ start }: Planned) => !!thatDay && start >= thatDay.start && start < thatDay.end;
  const ranked = roster.map((worker) => {
    const others = visits.get(worker.id) ?? [];
    const { obstacle } = attemptOf(worker, { visits: others, work, start: at, days, travel: travelBetween });
    return {
      ...{ id: worker.id, name: worker.name, obstacle, times: times.get(worker.id) ?? 0 },
      isWished: wished.has(worker.id),
      travelMinutes: minutesTo(
        work.postcode,
        worker,
        others.filter((one) => isThatDay(one) && one.end <= at.at),
      ),
      load: others.filter(isThatDay).length,
    };
  });
  return {
    assigned: presentFaces(faces, assigned).map((face) => {
      const obstacle = ranked.find(({ id: workerId }) => workerId === face.id)?.obstacle;
      return obstacle ? { ...face, problem: obstacleWords(obstacle, clockWords) } : face;
    }),
    needed: work.workers,
    candidates: ranked.sort(byRank).flatMap((one) => {
      const [face] = presentFaces(faces, [one.id]);
      return face && !assigned.includes(one.id)
        ? [{ ...face, isFree: one.obstacle === null, reason: reasonWords(one as Ranked, clockWords) }]
        : [];
    }),
  };
}

const presentFaces = (
  faces: Awaited<ReturnType<typeof selectFaces>>,
  ids: readonly string[],
): Candidates['assigned'] =>
  faces
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, colour, picture }) => ({ id, name, colour: colour as WorkerColour, picture }));

/** The minutes from the visit before, or from the home base; `null` if one of the places is unknown. */
function minutesTo(
  postcode: string | null,
  worker: RosterWorker,
  earlier: readonly Planned[],
): number | null {
  const from = earlier.at(-1)?.postcode ?? worker.postcode;
  if (!postcode || !from || !centreOf(postcode) || !centreOf(from)) return null;
  return Math.round(travelBetween(from, postcode) / 60_000);
}

async function visitsOf(
  db: Db,
  roster: readonly RosterWorker[],
  query: { days: ReturnType<typeof daysAround>; now: string; bookingId: string },
): Promise<Map<string, Planned[]>> {
  const [first, last] = [query.days[0], query.days.at(-1)];
  if (!first || !last || roster.length === 0) return new Map();
  const times = await selectTimesOf(db, {
    ...{ from: new Date(first.start).toISOString(), until: new Date(last.end).toISOString() },
    ...{ now: query.now, holderId: '', exceptBookingId: query.bookingId },
    workerIds: roster.map(({ id }) => id),
  });
  return new Map(times.map((one) => [one.worker_id, plannedIn(one.times)]));
}

/** The work of a booking at its place, with the length that was booked. */
async function workOf(db: Db, booking: Booking) {
  const { postcode, ...service } = await readBookedWork(db, booking);
  return wantedWork(db, { service, postcode, minutes: booking.estimated_minutes });
}

/**
 * Gives a booking's visit to a worker, to all whom it needs at once, or takes it away (`null`). A repeat changes nothing.
 * @param form.anyway the reason for which it is done over an obstacle; it stands in the log as given
 * @throws Refusal `not_found`; `conflict` for a booking without a time or one that is over, and with the obstacle in
 * words; `forbidden` for `anyway` without the permission to change the business
 */
export async function assign(
  deps: Parts,
  actor: Person,
  id: string,
  form: AssignmentForm,
): Promise<Candidates> {
  await changeAssignment(deps, actor, id, form);
  return listCandidates(deps, id);
}

/**
 * The same without the answer.
 * @param ofWorker whose visit it must still be; otherwise nothing is done
 */
export async function changeAssignment(
  deps: Parts,
  actor: Person,
  id: string,
  form: AssignmentForm,
  ofWorker?: string,
): Promise<void> {
  requireAnyway(actor, form);
  const changed = await deps.db.transaction().execute(async (tx) => {
    const booking = await lockAnyBooking(tx, id);
    const before = await workersOf(tx, id);
    if (ofWorker && !before.includes(ofWorker)) return null;
    const isNew = await assignWithin(tx, deps, { actor, booking, form, before });
    return isNew && { userId: booking.user_id, people: await selectAccounts(tx, concerned(before, form)) };
  });
  if (changed) tellAssigned(deps, id, changed);
}

/**
 * Moves a booking and gives its visit to a worker at once: both are done, or neither. The other workers of a visit of
 * several come with it.
 * @throws Refusal those of `moveByTeam` and of `assign`
 */
export async function moveToWorker(
  deps: Parts,
  actor: Person,
  id: string,
  wanted: WantedMove & { schedule?: boolean | undefined; assignment: AssignmentForm },
): Promise<void> {
  const { assignment: form } = wanted;
  requireAnyway(actor, form);
  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockAnyBooking(tx, id);
    const before = await workersOf(tx, id);
    const workerIds = concerned(before, form);
    const moved = await moveByTeamWithin(tx, deps, {
      ...{ person: actor, id, wanted, workers: 'free', workerIds },
    });
    const booking = await lockAnyBooking(tx, id);
    const isNew = await assignWithin(tx, deps, {
      ...{ actor, booking, form: withOthers(form, before), before },
      isTold: Boolean(moved?.notice),
    });
    return (moved || isNew) && { userId: booking.user_id, people: await selectAccounts(tx, workerIds) };
  });
  if (changed) tellAssigned(deps, id, changed);
}

const workersOf = async (db: Db, bookingId: string): Promise<string[]> =>
  (await selectVisitsOfOwner(db, { bookingId })).map((visit) => visit.worker_id);

const concerned = (before: readonly string[], { workerId, workerIds = [] }: AssignmentForm): string[] => [
  ...new Set([...before, ...workerIds, ...(workerId ? [workerId] : [])]),
];

/** A form that also names the other workers of the visit, who were freed with it. */
const withOthers = ({ insteadOf, ...form }: AssignmentForm, before: readonly string[]): AssignmentForm => {
  if (!insteadOf) return form;
  const { workerId, workerIds: _, ...rest } = form;
  const others = before.filter((one) => one !== insteadOf);
  const all = [...new Set([...others, ...(workerId ? [workerId] : [])])];
  return all.length > 0 ? { ...rest, workerIds: all } : { ...rest, workerId: null };
};

function requireAnyway(actor: Person, { anyway }: AssignmentForm): void {
  if (anyway !== undefined && !actor.permissions.has('business.change'))
    throw new Refusal('forbidden', 'Your role may not plan a visit over an obstacle.');
}

/**
 * Assigns a booking that the caller has locked, and records it.
 * @param query.before its workers before the caller changed anything
 * @param query.isTold whether news of the caller tells the customer already who comes
 * @returns whether anything changed
 */
async function assignWithin(
  db: Tx,
  deps: Pick<Parts, 'clock' | 'env' | 'business'>,
  query: {
    actor: Person;
    booking: Booking;
    form: AssignmentForm;
    before: readonly string[];
    isTold?: boolean;
  },
): Promise<boolean> {
  const { actor, booking, form, before, isTold = false } = query;
  const chosen = chosenOf(form);
  const [now, timeZone] = [instant(deps.clock), deps.env.BUSINESS_TIME_ZONE];
  const start = booking.scheduled_date;
  const isTaken = chosen === null || 'without' in chosen;
  if (!isTaken && (!start || !open.includes(booking.status)))
    throw new Refusal('conflict', 'Nobody can be sent: this booking has no time, or is over.');
  const work = await workOf(db, booking);
  const { after, obstacle, isNew } = await assignVisit(db, {
    ...{ bookingId: booking.id, chosen, work, start: start ?? now, timeZone, now },
    anyway: form.anyway !== undefined,
  });
  const words = obstacle && obstacleWords(obstacle, { zone: timeZone, now });
  if (!isNew && words) throw refused(words);
  // A move may have taken the visit away already, or away and back.
  const isSame = before.toSorted().join() === after.toSorted().join();
  if (isSame && words === null) return isNew;
  await recordAct(db, {
    ...{ actorId: actor.id, act: 'visit_assigned', subject: { kind: 'booking', id: booking.id } },
    userId: booking.user_id,
    details: {
      ...{ from: before.join(', ') || null, to: after.join(', ') || null },
      ...(words && { anyway: words, reason: form.anyway ?? '' }),
    },
    now,
  });
  // Calendars see by it that others come.
  await updateBooking(db, booking.id, { updated_at: now });
  const isShown = deps.business.current().workersShown === 'on';
  if (booking.status === 'scheduled' && start && isShown && !isTold)
    await announceOtherWorker(db, {
      ...{ bookingId: booking.id, userId: booking.user_id, knownWorkers: before, start, now },
    });
  return true;
}

/** The workers whom a form names. @throws Refusal `invalid_input` if it names nobody, and does not say so */
function chosenOf({ workerId, workerIds, insteadOf }: AssignmentForm) {
  if (workerIds) return { all: workerIds };
  if (workerId) return { one: workerId, insteadOf };
  if (workerId === undefined) throw new Refusal('invalid_input', 'Please say who comes');
  return insteadOf ? { without: insteadOf } : null;
}

function tellAssigned(
  deps: Pick<Deps, 'changes'>,
  id: string,
  { userId, people }: { userId: string; people: readonly string[] },
): void {
  bookingChanged(deps.changes, { id, userId });
  deps.changes.tell({ people, keys: ['/api/work/week'] });
  deps.changes.tell({ admins: true, keys: ['/api/admin/workers', '/api/admin/workers/'] });
}

const refused = (words: string): Refusal =>
  new Refusal('conflict', `Not possible: ${words}.`, { fields: { workerId: words } });
