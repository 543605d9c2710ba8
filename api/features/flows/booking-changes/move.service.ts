import { randomUUID } from 'node:crypto';
import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { readBookedWork } from '../../records/bookings/booked-work.service.ts';
import { selectMove } from '../../records/bookings/bookings.repository.ts';
import { readCover } from '../../records/bookings/expired.service.ts';
import type { WorkersOfMove } from '../../records/bookings/follow.service.ts';
import { lockAnyBooking, lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { writeBooking } from '../../records/bookings/writes.service.ts';
import { readNoticeHours } from '../../records/catalogue/catalogue.service.ts';
import { announceMove, announceStatus } from '../../records/notices/notices.service.ts';
import { confirmMove } from '../../records/notices/own-acts.service.ts';
import { isDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { readRights } from '../../records/subscription/rights/rights.service.ts';
import { moveToHeld } from '../../records/visits/holds.service.ts';
import { holdWorkers } from '../../records/workers/roster.service.ts';
import { readBooking } from './detail.service.ts';
import {
  decideMove,
  decideTeamMove,
  isChosen,
  type MoveFacts,
  type MoveWrites,
  timeOf,
  type WantedMove,
} from './move.decide.ts';
import { readFirstPlanEnd } from './waiting-terms.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'business' | 'changes'>;

/**
 * Moves the person's own booking to another time, as `decideMove` decides.
 * @param key the id under which the device queued the move: a repeat changes nothing, whatever has happened since
 * @throws Refusal, with nothing done: `not_found`, `forbidden`, `slot_taken`, and those of `decideMove`
 */
export async function rescheduleBooking(
  deps: Parts,
  person: Person,
  id: string,
  wanted: WantedMove,
  key: string | null = null,
): Promise<BookingDetail> {
  await deps.db.transaction().execute(async (tx) => {
    const facts = await readMoveFacts(tx, deps, { by: 'customer', person, id, wanted, key });
    const writes = decideMove(facts, wanted);
    if (!writes) return;
    const { booking, now } = facts;
    const [{ holdId }, start] = [wanted, timeOf(wanted)];
    if (holdId === undefined || !isChosen(booking, wanted)) return applyMove(tx, writes, 'free');
    const { postcode, ...service } = await readBookedWork(tx, booking);
    const { window_minutes } = await moveToHeld(tx, {
      ...{ userId: person.id, start, now: now.toISOString(), holdId, bookingId: id },
      ...{ service, postcode, timeZone: facts.timeZone },
    });
    await applyMove(tx, { ...writes, change: { ...writes.change, window_minutes } }, 'chosen');
  });
  bookingChanged(deps.changes, { id, userId: person.id });
  return readBooking(deps, person, id);
}

/**
 * Moves a booking to a time that the team chooses, as `decideTeamMove` decides. A repeat changes nothing.
 * @throws Refusal, with nothing done: `not_found`, `slot_taken` (its workers have no time then), and those of `decideTeamMove`; the contract asks for the permission
 */
export async function moveByTeam(
  deps: Parts,
  person: Person,
  id: string,
  wanted: WantedMove & { schedule?: boolean | undefined },
): Promise<void> {
  const moved = await deps.db
    .transaction()
    .execute((tx) => moveByTeamWithin(tx, deps, { person, id, wanted, workers: 'kept', workerIds: [] }));
  if (moved) bookingChanged(deps.changes, { id, userId: moved.booking.user_id });
}

/**
 * The same in the caller's transaction, who tells of the change after it.
 * @param query.workers what becomes of the booking's workers
 * @param query.workerIds those whose rows are locked before anything is written, because the caller changes their times
 * @returns `null` if nothing changes
 */
export async function moveByTeamWithin(
  db: Tx,
  deps: Pick<Deps, 'clock' | 'env' | 'business'>,
  query: {
    person: Person;
    id: string;
    wanted: WantedMove & { schedule?: boolean | undefined };
    workers: WorkersOfMove;
    workerIds: readonly string[];
  },
): Promise<MoveWrites | null> {
  const { person, id, wanted } = query;
  const facts = await readMoveFacts(db, deps, { by: 'team', person, id, wanted, key: null });
  const writes = decideTeamMove(facts, wanted);
  await holdWorkers(db, query.workerIds.toSorted());
  if (writes) await applyMove(db, writes, query.workers);
  return writes;
}

/**
 * Reads the facts of a move, which stay as they are until the transaction ends: the booking, the deletion of its
 * customer's account and the ledger are locked in this order, which all changes of bookings share.
 * @throws Refusal `not_found`, `forbidden` (a customer's move of another's booking)
 */
async function readMoveFacts(
  db: Tx,
  deps: Pick<Deps, 'clock' | 'env' | 'business'>,
  query: { by: 'customer' | 'team'; person: Person; id: string; wanted: WantedMove; key: string | null },
): Promise<MoveFacts> {
  const { by, person, id, wanted, key } = query;
  const { clock, env, business } = deps;
  const booking = await (by === 'team' ? lockAnyBooking(db, id) : lockOwnBooking(db, person, id));
  const now = clock.now();
  const moves = timeOf(wanted) !== booking.scheduled_date;
  const [earlier] = key ? await selectMove(db, { id: key }) : [];
  return {
    booking,
    actorId: person.id,
    now,
    timeZone: env.BUSINESS_TIME_ZONE,
    opening: business.current().opening,
    noticeHours: await readNoticeHours(db, booking.service_id),
    rights:
      by === 'customer' && booking.payment_type === 'subscription'
        ? await readRights(db, booking.user_id)
        : null,
    isGone: by === 'team' && (await holdGone(db, booking.user_id)),
    isDisputed: await isDisputed(db, id),
    moveId: key ?? randomUUID(),
    earlier: earlier ?? null,
    cover: moves ? await readCover(db, booking, now.toISOString()) : null,
    firstPlanEnd: moves ? await readFirstPlanEnd(db, env, booking, now) : null,
  };
}

/** Writes a decided move, in the transaction that holds the rows of its facts. */
async function applyMove(db: Tx, writes: MoveWrites, workers: WorkersOfMove): Promise<void> {
  const { booking, change, move, step, notice, act, actorId } = writes;
  const { id, user_id: userId } = booking;
  const about = { bookingId: id, userId, actorId, now: change.updated_at };
  await writeBooking(db, writes, workers);
  if (move && actorId === userId)
    await confirmMove(db, { bookingId: id, userId, moveId: move.id, now: about.now });
  if (notice === 'move' && move) await announceMove(db, { ...about, moveId: move.id });
  if (notice === 'status' && step) await announceStatus(db, { ...about, status: step.to });
  if (!act) return;
  const subject = { kind: 'booking', id } as const;
  await recordAct(db, { ...about, act: act.name, subject, details: act.details });
}
