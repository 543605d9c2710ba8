import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { refuseGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { requireNear } from '../../records/bookings/booking-limits.service.ts';
import { insertMove, recordStep, updateBooking } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { minutesLostBy } from '../../records/bookings/expired.service.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import { refuseUnpaid } from '../../records/bookings/unpaid/unpaid.rules.ts';
import { announceMove, announceStatus } from '../../records/notices/notices.service.ts';
import { refuseDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { isBeyondFirstPlan } from './waiting-terms.service.ts';

const movable: readonly BookingStatus[] = ['pending', 'scheduled', 'in_progress'];

/**
 * Moves a booking to a time that the team chooses, and so agrees to: a scheduled booking stays scheduled, also within
 * its notice period. A pending one stays pending, unless `schedule` is set. The customer is told by mail, if they allow
 * it. The same time again changes nothing, so a call may be repeated.
 * @param wanted.expectedDate the time that the administrator saw, so that another's move is not undone unknowingly
 * @throws Refusal `not_found`, `invalid_input` (a time that has passed), `conflict` (moved meanwhile, no longer open,
 *   or the customer's account is being deleted), `disputed`, `plan_required` (unpaid, so it cannot be scheduled),
 *   `hours_short` (its hours, or those of a first plan, have expired by then)
 */
export async function moveByTeam(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  wanted: { scheduledDate: string; expectedDate: string | null; schedule?: boolean | undefined },
): Promise<void> {
  const { db, clock, env, changes } = deps;
  const to = new Date(wanted.scheduledDate).toISOString();
  const expected = wanted.expectedDate && new Date(wanted.expectedDate).toISOString();
  const moved = await db.transaction().execute(async (tx) => {
    const booking = await lockAnyBooking(tx, id);
    await refuseGone(tx, booking.user_id);
    await refuseDisputed(tx, id);
    const now = clock.now().toISOString();
    const schedules = wanted.schedule === true && booking.status === 'pending';
    const moves = to !== booking.scheduled_date;
    if (!moves && !schedules) return null;
    if (!movable.includes(booking.status))
      throw new Refusal('conflict', 'This booking can no longer be moved');
    if (moves && expected !== booking.scheduled_date)
      throw new Refusal('conflict', 'Somebody has moved this booking meanwhile. Please look at it again.');
    if (to <= now) {
      const message = 'Please choose a time that has not passed';
      throw new Refusal('invalid_input', message, { fields: { scheduledDate: message } });
    }
    if (moves) {
      requireNear(to, clock.now());
      await refuseExpired(tx, env, booking, { to, now: clock.now() });
    }
    if (schedules) refuseUnpaid(booking, 'scheduled');
    const status = schedules ? 'scheduled' : booking.status;
    await updateBooking(tx, id, { scheduled_date: to, status, updated_at: now });
    const about = { bookingId: id, userId: booking.user_id, actorId: person.id, now };
    if (moves) {
      const moveId = randomUUID();
      await insertMove(tx, {
        id: moveId,
        booking_id: id,
        from_date: booking.scheduled_date,
        to_date: to,
        actor_id: person.id,
        at: now,
      });
      // The notification of the scheduling contains the new time.
      if (!schedules) await announceMove(tx, { ...about, moveId });
    }
    if (schedules) {
      await recordStep(tx, booking, status, person.id, now);
      await announceStatus(tx, { ...about, status });
    }
    await recordAct(tx, {
      actorId: person.id,
      act: moves ? 'booking_rescheduled' : 'booking_status_set',
      subject: { kind: 'booking', id },
      userId: booking.user_id,
      details: {
        ...(moves && { from: booking.scheduled_date, to }),
        ...(schedules && { statusFrom: booking.status, statusTo: status }),
      },
      now,
    });
    return booking;
  });
  if (moved) bookingChanged(changes, { id, userId: moved.user_id });
}

/**
 * Refuses a time by which the booking's hours, or those of its customer's first plan, have expired.
 * @throws Refusal `hours_short`
 */
async function refuseExpired(
  db: Tx,
  env: Deps['env'],
  booking: Selectable<BookingTable>,
  { to, now }: { to: string; now: Date },
) {
  if (await isBeyondFirstPlan(db, env, booking, { to, now }))
    throw new Refusal(
      'hours_short',
      'Its customer has no plan yet, and the first hours of one that begins now will have expired by then, so it stays where it was. Please choose an earlier time.',
    );
  const lost = await minutesLostBy(db, booking, { to, now: now.toISOString() });
  if (lost > 0)
    throw new Refusal(
      'hours_short',
      `${Math.round((lost / 60) * 100) / 100} h of its customer’s hours will have expired by then, so it stays where it was. Please choose an earlier time.`,
    );
}
