import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import { plainPostcode } from '../../../contract/rules/business/opening.ts';
import type { WorkerColour } from '../../../contract/rules/business/worker-terms.ts';
import type { AssignmentForm, Candidates } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { updateBooking } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import { announceOtherWorker } from '../../records/notices/other-worker.service.ts';
import { centreOf } from '../../records/places/postcodes.ts';
import { assignVisit } from '../../records/visits/assign.service.ts';
import { daysAround, wantedWork } from '../../records/visits/candidates.service.ts';
import type { Planned } from '../../records/visits/fits.rules.ts';
import { lastWorkersOf } from '../../records/visits/last-workers.repository.ts';
import { attemptOf } from '../../records/visits/obstacles.rules.ts';
import { travelBetween } from '../../records/visits/postcode-travel.ts';
import { selectPlannedOf } from '../../records/visits/visits.repository.ts';
import type { RosterWorker } from '../../records/workers/roster.rules.ts';
import { rosterOf } from '../../records/workers/roster.service.ts';
import {
  countTimesAt,
  selectAccounts,
  selectBooking,
  selectFaces,
  selectPlace,
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
export async function listCandidates(deps: Parts, id: string): Promise<Candidates> {
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
  const ranked = roster.map((worker) => {
    const others = visits.get(worker.id) ?? [];
    const { obstacle } = attemptOf(worker, { visits: others, work, start: at, days, travel: travelBetween });
    const isThatDay = (one: Planned) => dayOf(new Date(one.start), clockWords.zone) === at.day;
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
  const rows = await selectPlannedOf(db, {
    ...{ from: new Date(first.start).toISOString(), until: new Date(last.end).toISOString() },
    ...{ now: query.now, holderId: '', exceptBookingId: query.bookingId },
    workerIds: roster.map(({ id }) => id),
  });
  const visits = rows.map(({ worker_id, starts_at, ends_at, postcode }) => ({
    ...{ worker_id, start: Date.parse(starts_at), end: Date.parse(ends_at), postcode },
  }));
  return Map.groupBy(
    visits.sort((a, b) => a.start - b.start),
    ({ worker_id }) => worker_id,
  );
}

/** The work of a booking at its place, with the length that was booked. */
async function workOf(db: Db, booking: Booking) {
  const place = await selectPlace(db, booking);
  return wantedWork(db, {
    service: { id: place.id, categoryId: place.category_id },
    postcode: postcodeOf(place),
    minutes: booking.estimated_minutes,
  });
}

/** The postcode that was given, or the last word of the address if it is one. */
function postcodeOf({ postal_code, address }: { postal_code: string | null; address: string | null }) {
  if (postal_code) return plainPostcode(postal_code);
  const last =
    address
      ?.trim()
      .split(/[\s,]+/)
      .at(-1) ?? '';
  return centreOf(last) ? last : null;
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

/** The same without the answer. */
export async function changeAssignment(
  deps: Parts,
  actor: Person,
  id: string,
  form: AssignmentForm,
): Promise<void> {
  const { clock, env } = deps;
  const anyway = form.anyway !== undefined;
  if (anyway && !actor.permissions.has('business.change'))
    throw new Refusal('forbidden', 'Your role may not plan a visit over an obstacle.');
  const changed = await deps.db.transaction().execute(async (tx) => {
    const booking = await lockAnyBooking(tx, id);
    const now = instant(clock);
    const chosen = chosenOf(form);
    const start = booking.scheduled_date;
    if (chosen !== null && (!start || !open.includes(booking.status)))
      throw new Refusal('conflict', 'Nobody can be sent: this booking has no time, or is over.');
    const timeZone = env.BUSINESS_TIME_ZONE;
    const work = await workOf(tx, booking);
    const query = { bookingId: id, chosen, work, start: start ?? now, timeZone, now, anyway };
    const { before, after, obstacle, isNew } = await assignVisit(tx, query);
    if (!isNew && obstacle) throw refused(obstacleWords(obstacle, { zone: timeZone, now }));
    if (!isNew) return null;
    await recordAct(tx, {
      ...{ actorId: actor.id, act: 'visit_assigned', subject: { kind: 'booking', id } },
      userId: booking.user_id,
      details: {
        ...{ from: before.join(', ') || null, to: after.join(', ') || null },
        ...(obstacle && {
          anyway: obstacleWords(obstacle, { zone: timeZone, now }),
          reason: form.anyway ?? '',
        }),
      },
      now,
    });
    // Calendars see by it that others come.
    await updateBooking(tx, id, { updated_at: now });
    if (booking.status === 'scheduled' && start && deps.business.current().workersShown === 'on')
      await announceOtherWorker(tx, {
        ...{ bookingId: id, userId: booking.user_id, knownWorkers: before, start, now },
      });
    const people = await selectAccounts(tx, [...before, ...after]);
    return { userId: booking.user_id, people };
  });
  if (changed) {
    bookingChanged(deps.changes, { id, userId: changed.userId });
    deps.changes.tell({ people: changed.people, keys: ['/api/work/week'] });
    deps.changes.tell({ admins: true, keys: ['/api/admin/workers', '/api/admin/workers/'] });
  }
}

/** The workers whom a form names. */
const chosenOf = ({ workerId, workerIds }: AssignmentForm) =>
  workerIds ? { all: workerIds } : workerId ? { one: workerId } : null;

const refused = (words: string): Refusal =>
  new Refusal('conflict', `Not possible: ${words}.`, { fields: { workerId: words } });
