import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { holdMs, keptForPayment } from '../../../contract/rules/business/hold-terms.ts';
import { plainPostcode } from '../../../contract/rules/business/opening.ts';
import type { BusinessFacts } from '../../../core/business.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { readBusinessFacts } from '../business/business.service.ts';
import { wantedWork } from './candidates.service.ts';
import {
  deleteHold,
  giveToBooking,
  insertHold,
  lockHolder,
  selectHold,
  selectHoldsOf,
  selectVisitsOfOwner,
  updateHold,
} from './visits.repository.ts';
import { freeHeldTime, freeTime, holdVisits, holdVisitsOf, takeOver, takeTime } from './visits.service.ts';
import type { SlotHoldTable } from './visits.table.ts';

type Hold = Selectable<SlotHoldTable>;

/** @throws nothing; the refusal of a time that somebody else has, or that nobody can come at */
export const slotTaken = (message = 'This time has just been taken. Please choose another one.'): Refusal =>
  new Refusal('slot_taken', message);

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** A service and a time, as a hold and its booking name them. */
interface Chosen {
  userId: string;
  service: { id: string; categoryId: string; estimatedMinutes: number };
  start: string;
  now: string;
}

/**
 * Keeps a time for a person. Their other holds end; a time that was kept for a booking or a payment is looked for anew
 * when that is paid.
 * @param chosen.movesId the booking that they move to this time; its own visits are not in the way
 * @throws Refusal `slot_taken`; then the other holds stay
 */
export async function keepTime(
  db: Tx,
  {
    userId,
    service,
    start,
    now,
    postcode,
    movesId = null,
  }: Chosen & { postcode: string | null; movesId?: string | null | undefined },
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
): Promise<Hold> {
  await lockHolder(db, userId);
  const earlier = await selectHoldsOf(db, { userId });
  const work = await wantedWork(db, { service, postcode, minutes: service.estimatedMinutes });
  const hold = {
    id: randomUUID(),
    user_id: userId,
    service_id: service.id,
    starts_at: start,
    postcode,
    expires_at: after(now, holdMs.chosen),
    booking_id: null,
    payment_id: null,
    moves_id: movesId,
    window_minutes: work.windowMinutes,
    created_at: now,
  };
  await insertHold(db, hold);
  const time = { work, start, owner: { holdId: hold.id }, userId, timeZone, now, movesId };
  const workers = await takeTime(
    db,
    time,
    earlier.map(({ id }) => id),
  );
  if (!workers) throw slotTaken();
  for (const one of earlier) await endHold(db, one.id, now);
  return hold;
}

/** Ends a hold. One for whose time something waits stays as a wish. The caller holds its workers. */
async function endHold(db: Tx, id: string, now: string): Promise<void> {
  const hold = await selectHold(db, { id });
  if (!hold) return;
  if (!hold.booking_id && !hold.payment_id) return deleteHold(db, id);
  if (hold.expires_at > now) await updateHold(db, id, { expires_at: now });
}

/** Ends the person's own hold. @throws Refusal `not_found` */
export async function letGo(
  db: Tx,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<void> {
  const hold = await selectHold(db, { id });
  if (!hold || hold.user_id !== userId) throw notFound('Hold');
  await freeTime(db, { holdId: id });
  await endHold(db, id, now);
}

/**
 * Keeps a held time for what is paid next, from now on for 20 minutes, and never longer than 30 minutes in all.
 * @throws Refusal `slot_taken` if the hold is not the person's, is of another service or time, has lapsed, is for a
 * booking that moves, or keeps the time for a booking already
 */
export async function keepForPayment(
  db: Tx,
  { holdId, postcode, ...chosen }: Chosen & { holdId: string; postcode?: string | null },
  waits: Waits,
): Promise<Promised> {
  await placeHeld(db, { holdId, postcode, ...chosen });
  const visits = await holdVisits(db, { holdId });
  const hold = await selectHold(db, { id: holdId });
  if (!hold || !isOf(hold, chosen) || hold.booking_id || hold.moves_id) throw lapsed();
  if (!visits.length || hold.expires_at <= chosen.now) throw lapsed();
  await updateHold(db, holdId, {
    expires_at: new Date(keptForPayment(Date.parse(hold.created_at), Date.parse(chosen.now))).toISOString(),
    ...('bookingId' in waits ? { booking_id: waits.bookingId } : { payment_id: waits.paymentId }),
  });
  return hold;
}

const lapsed = () =>
  slotTaken('This time was kept for ten minutes and is free again. Please choose it, or another one.');

/** The arrival window that was promised with a chosen time. */
type Promised = Pick<Hold, 'window_minutes'>;

/**
 * Gives a time that was kept without a place the place of its booking: who goes there, and the ways, are decided now.
 * @throws Refusal `slot_taken` if it was kept for another place, or if nobody can come to this one
 */
async function placeHeld(
  db: Tx,
  { holdId, postcode, ...chosen }: Chosen & { holdId: string; postcode?: string | null | undefined },
): Promise<void> {
  const seen = postcode ? await selectHold(db, { id: holdId }) : undefined;
  if (!postcode || !seen || !isOf(seen, chosen)) return;
  const { userId, service, start, now } = chosen;
  const place = plainPostcode(postcode);
  if (seen.postcode === place) return;
  if (seen.postcode)
    throw slotTaken('This time was kept for another postcode. Please choose a time for this one.');
  await lockHolder(db, userId);
  // The person may have chosen another time in another tab.
  const hold = await selectHold(db, { id: holdId });
  if (!hold) return;
  if (hold.expires_at > now) {
    const { timeZone } = await readBusinessFacts(db);
    const work = await wantedWork(db, { service, postcode: place, minutes: service.estimatedMinutes });
    const time = { work, start, owner: { holdId }, userId, timeZone, now };
    if (!(await takeTime(db, time, [holdId])))
      throw slotTaken('Nobody can come to this postcode then. Please choose another time.');
  }
  await updateHold(db, holdId, { postcode: place });
}

const isOf = (
  hold: Hold,
  { userId, service, start }: Pick<Chosen, 'userId' | 'start'> & { service: { id: string } },
): boolean => hold.user_id === userId && hold.service_id === service.id && hold.starts_at === start;

/**
 * Gives a held time to its booking. After the hold has lapsed, the time is taken only if it is still free.
 * @throws Refusal `slot_taken` if it is not, or if the hold is not the person's or is of another service, time or place
 */
export async function bookHeld(
  db: Tx,
  {
    holdId,
    bookingId,
    postcode,
    ...chosen
  }: Chosen & { holdId: string; bookingId: string; postcode?: string | null },
): Promise<Promised> {
  await placeHeld(db, { holdId, postcode, ...chosen });
  const hold = await selectHold(db, { id: holdId });
  // A hold that a payment or a waiting booking keeps is booked by that.
  if (!hold || !isOf(hold, chosen) || hold.payment_id || hold.booking_id || hold.moves_id) throw lapsed();
  if (!(await settleHeld(db, hold, { ...chosen, bookingId }))) throw slotTaken();
  return hold;
}

/**
 * Gives a held time to a booking in place of the times that it has: its customer moves it. The visit is as long as the
 * booking's own estimate and at its own place, whatever the hold was made for.
 * @param chosen.service with the booking's estimate
 * @param chosen.postcode the booking's; `null` if it is unknown
 * @throws Refusal `slot_taken` if the hold is not the person's, is of another service, booking or time, has lapsed, is
 * too short for the booking, or is of a worker who does not come to its place
 */
export async function moveToHeld(
  db: Tx,
  {
    holdId,
    bookingId,
    timeZone,
    postcode: place,
    ...chosen
  }: Chosen &
    Pick<BusinessFacts, 'timeZone'> & { holdId: string; bookingId: string; postcode: string | null },
): Promise<Promised> {
  await holdVisitsOf(db, [{ bookingId }, { holdId }]);
  const hold = await selectHold(db, { id: holdId });
  const isHeld = hold && isOf(hold, chosen) && hold.expires_at > chosen.now && !hold.payment_id;
  if (!isHeld || hold.booking_id || (hold.moves_id && hold.moves_id !== bookingId)) throw lapsed();
  const { service, start, now } = chosen;
  const postcode = place ?? hold.postcode;
  const work = await wantedWork(db, { service, postcode, minutes: service.estimatedMinutes });
  if (!(await takeOver(db, { holdId, bookingId, work, start, timeZone, now }))) throw slotTaken();
  await deleteHold(db, holdId);
  return hold;
}

const isForTheSame = (one: Hold, other: Hold): boolean =>
  one.payment_id === other.payment_id && one.booking_id === other.booking_id;

/** @returns whether the booking has its time now; a time that has begun is not looked for anew */
async function settleHeld(
  db: Tx,
  hold: Hold,
  { service, userId, now, bookingId }: Chosen & { bookingId: string },
): Promise<boolean> {
  if (hold.expires_at > now) {
    const visits = await holdVisits(db, { holdId: hold.id });
    // Read again with the workers held: the person may have chosen another time in another tab, or begun to pay there.
    const still = await selectHold(db, { id: hold.id });
    if (still && !isForTheSame(still, hold)) return false;
    const isHeld = visits.length > 0 && still !== undefined && still.expires_at > now;
    if (isHeld) await giveToBooking(db, { holdId: hold.id, bookingId });
    await deleteHold(db, hold.id);
    return isHeld;
  }
  if (hold.starts_at <= now) {
    await freeTime(db, { holdId: hold.id });
    await deleteHold(db, hold.id);
    return false;
  }
  const { timeZone } = await readBusinessFacts(db);
  const work = await wantedWork(db, { service, postcode: hold.postcode, minutes: service.estimatedMinutes });
  const time = { work, start: hold.starts_at, owner: { bookingId }, userId, timeZone, now };
  const taken = await takeTime(db, time, [hold.id]);
  await deleteHold(db, hold.id);
  return taken !== null;
}

type Waits = { bookingId: string } | { paymentId: string };

const holdOf = (db: Tx, waits: Waits): Promise<Hold | undefined> =>
  selectHold(db, 'paymentId' in waits ? { payment_id: waits.paymentId } : { booking_id: waits.bookingId });

/** Whether a booking or a payment waits for a time that its customer chose. */
export const isTimeKept = async (db: Tx, waits: Waits): Promise<boolean> =>
  (await holdOf(db, waits)) !== undefined;

/**
 * Gives the time to a booking that has just been paid for, if it is still kept or still free. Where the team has sent
 * somebody meanwhile, these come, and the kept time is freed. The caller holds the booking.
 * @returns `null` if the booking does not have it
 */
export async function bookPaidFor(
  db: Tx,
  waits: Waits,
  booking: Omit<Chosen, 'start'> & { bookingId: string },
): Promise<Promised | null> {
  const hold = await holdOf(db, waits);
  if (!hold) return null;
  const { bookingId } = booking;
  if ((await selectVisitsOfOwner(db, { bookingId })).length) {
    await holdVisitsOf(db, [{ bookingId }, { holdId: hold.id }]);
    await freeHeldTime(db, { holdId: hold.id });
    await deleteHold(db, hold.id);
    return hold;
  }
  return (await settleHeld(db, hold, { ...booking, start: hold.starts_at })) ? hold : null;
}

/** Ends the hold of a payment or a booking that will not be paid, or whose time is no longer wished for. */
export async function dropHeld(db: Tx, waits: Waits): Promise<void> {
  const hold = await holdOf(db, waits);
  if (!hold) return;
  await freeTime(db, { holdId: hold.id });
  await deleteHold(db, hold.id);
}
