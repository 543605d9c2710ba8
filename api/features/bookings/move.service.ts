import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { bookingChanged } from '../../changed.ts';
import type { BookingStatus } from '../../contract/entities.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { refuseGone } from '../account-deletion/leaving.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { refuseDisputed } from '../disputes/frozen.service.ts';
import { announceMove, announceStatus } from '../notices/notices.service.ts';
import { requireNear } from './booking-limits.service.ts';
import { insertMove, recordStep, updateBooking } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';
import { minutesLostBy } from './expired.service.ts';
import { lockAnyBooking } from './locked.service.ts';
import { refuseUnpaid } from './unpaid.policy.ts';

const movable: readonly BookingStatus[] = ['pending', 'scheduled', 'in_progress'];

/**
 * Moves a booking to another time as the team. The team agrees to its own time, so a scheduled booking stays
 * scheduled, at any notice. A pending one stays pending unless `schedule` is set. The customer is notified by mail,
 * if they allow it. The same time again changes nothing, so a call may be repeated.
 * @param wanted.expectedDate the time that the administrator saw, so that another move is not undone unknowingly
 * @throws Refusal `not_found`, `invalid_input` (a time that has passed), `conflict` (moved meanwhile, over, or its
 * customer's account is being deleted), `plan_required` (an unpaid booking cannot be scheduled), `hours_short` (its
 * hours expire before the new time)
 */
export async function moveByTeam(
  { db, clock, changes }: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  id: string,
  wanted: { scheduledDate: string; expectedDate: string | null; schedule?: boolean | undefined },
): Promise<void> {
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
      await refuseExpired(tx, booking, to, now);
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

/** @throws Refusal `hours_short` if the customer's plan covers the booking now, but not at the new time */
async function refuseExpired(tx: Tx, booking: Selectable<BookingTable>, to: string, now: string) {
  const lost = await minutesLostBy(tx, booking, { to, now });
  if (lost > 0)
    throw new Refusal(
      'hours_short',
      `${Math.round((lost / 60) * 100) / 100} h of its customer’s hours will have expired by then, so it stays where it was. Please choose an earlier time.`,
    );
}
