import type { Selectable } from 'kysely';
import type { Opening } from '../../../contract/rules/business/opening.ts';
import type { VisitRights } from '../../../contract/rules/business/visit-rights.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { Refusal } from '../../../core/refusal.ts';
import { gone } from '../../records/account/deletion/deletion.rules.ts';
import type { AuditAct } from '../../records/audit/audit.table.ts';
import { badTime, requireNear, requireOpen } from '../../records/bookings/booking-limits.rules.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { type Cover, minutesLostBy } from '../../records/bookings/expired.rules.ts';
import { refuseUnpaid } from '../../records/bookings/unpaid/unpaid.rules.ts';
import type { BookingWrites } from '../../records/bookings/writes.service.ts';
import { requireNotice } from '../../records/catalogue/as-shown.ts';
import { isStatusNews } from '../../records/notices/notices.rules.ts';
import { disputed } from '../../records/payments/disputes/disputes.rules.ts';
import { requireRights } from '../../records/subscription/rights/rights.rules.ts';
import { isMadeBefore, isOpen, mayMove } from './change-terms.rules.ts';

export interface WantedMove {
  /** The new time, in any zone. */
  scheduledDate: string;
  /** The time that the person saw, so that another's move is not undone unknowingly; `undefined`: not sent. */
  expectedDate?: string | null | undefined;
  /** The chosen time at which somebody can come; without one, a customer's new time is a wish. */
  holdId?: string | undefined;
}

/** The facts on which a move depends. */
export interface MoveFacts {
  booking: Selectable<BookingTable>;
  actorId: string;
  now: Date;
  /** The business's zone, in which notice periods begin, and its opening hours. */
  timeZone: string;
  opening: Opening;
  /** The hours before a visit by which its service must be booked; the team may move a visit into them. */
  noticeHours: number;
  /** What the plan allows that pays for the visit; `null` without one, and for the team, which may move it anywhere. */
  rights: VisitRights | null;
  /** Whether the customer's account is being deleted; `false` for the customer's own move. */
  isGone: boolean;
  isDisputed: boolean;
  /** The id that the move gets, by which a repeat is found. */
  moveId: string;
  /** The move that has this id already. */
  earlier: { booking_id: string; actor_id: string | null } | null;
  /** The plan's hours for the booking; `null` if no plan pays for it, or its time stays. */
  cover: Cover | null;
  /** The expiry of the hours of a plan begun now, if the booking waits for its customer's first one. */
  firstPlanEnd: string | null;
}

/** The rows that a move writes. */
export interface MoveWrites extends BookingWrites {
  actorId: string;
  /** The notice that the customer gets. */
  notice: 'move' | 'status' | null;
  /** For the log; `null` for the customer's own move. */
  act: { name: AuditAct; details: Record<string, string | null> } | null;
}

/** The wanted time, in the one form in which instants are stored. */
export const timeOf = ({ scheduledDate }: WantedMove): string => new Date(scheduledDate).toISOString();

/**
 * Decides a customer's move, which is possible until the notice period begins. Payments and held hours stay. The team
 * agreed only to the old time, so a scheduled booking becomes pending again, unless the new one is a chosen time: then
 * it is scheduled. A time within the next day is allowed; its notice period has then begun.
 * @returns `null` for a repeat, and for the same time, however late: nothing changes
 * @throws Refusal `conflict` (no longer open, or moved meanwhile), `too_late`, `invalid_input` (a time that has
 * passed, is within the service's notice or too far ahead, or at which no visit begins), `hours_short`, `disputed`,
 * `key_reused`
 */
export function decideMove(facts: MoveFacts, wanted: WantedMove): MoveWrites | null {
  const { booking, actorId, now, timeZone, earlier } = facts;
  const to = timeOf(wanted);
  if (isMadeBefore(earlier, { bookingId: booking.id, actorId })) return null;
  if (facts.isDisputed) throw disputed();
  if (!isOpen(booking)) throw new Refusal('conflict', 'This booking can no longer be moved');
  if (to === booking.scheduled_date) return null;
  if (!mayMove(booking, now, timeZone))
    throw new Refusal('too_late', 'It is less than 24 hours away, so it can no longer be moved');
  if (wanted.expectedDate !== undefined && !isSameTime(wanted.expectedDate, booking.scheduled_date))
    throw new Refusal('conflict', 'This booking has been given another time meanwhile, so it was not moved');
  refusePassed(to, now, 'Please select a preferred date and time');
  requireNear(to, now);
  requireOpen(facts, to);
  requireNotice(facts, to, now);
  requireRights(facts.rights, to, facts);
  refuseExpired(facts, to, {
    firstPlan:
      'The first hours of a plan that begins now will have expired by then, so it was not moved. Please choose an earlier time.',
    plan: (hours) =>
      `${hours} of your hours will have expired by then, so it was not moved. Please choose an earlier time, or call us.`,
  });
  const status = isChosen(booking, wanted) ? 'scheduled' : 'pending';
  return {
    booking,
    actorId,
    change: { scheduled_date: to, status, updated_at: now.toISOString() },
    move: moveOf(facts, to),
    step: booking.status === status ? null : { to: status, actorId },
    notice: null,
    act: null,
  };
}

/** Whether a customer moves a booking to a chosen time: an unpaid one, and one without a price, wish for theirs. */
export const isChosen = (
  { payment_type, unpaid_since }: MoveFacts['booking'],
  { holdId }: WantedMove,
): boolean => holdId !== undefined && payment_type !== 'custom_quote' && !unpaid_since;

const movable: readonly BookingStatus[] = ['pending', 'scheduled', 'in_progress'];

/**
 * Decides a move by the team, which so agrees to the time: a scheduled booking stays scheduled, also within its notice
 * period. A pending one stays pending, unless `schedule` is set. The customer is told once: the notice of the
 * scheduling contains the new time.
 * @returns `null` if nothing changes
 * @throws Refusal `conflict` (moved meanwhile, no longer open, or the customer's account is being deleted),
 * `invalid_input` (a time that has passed, or is too far ahead), `plan_required` (unpaid, so it cannot be scheduled),
 * `hours_short`, `disputed`
 */
export function decideTeamMove(
  facts: MoveFacts,
  wanted: WantedMove & { schedule?: boolean | undefined },
): MoveWrites | null {
  const { booking, actorId, now } = facts;
  const { scheduled_date: from, user_id: userId } = booking;
  const to = timeOf(wanted);
  if (facts.isGone) throw gone();
  if (facts.isDisputed) throw disputed();
  const schedules = wanted.schedule === true && booking.status === 'pending';
  const moves = to !== from;
  if (!moves && !schedules) return null;
  if (!movable.includes(booking.status)) throw new Refusal('conflict', 'This booking can no longer be moved');
  if (moves && !isSameTime(wanted.expectedDate ?? null, from))
    throw new Refusal('conflict', 'Somebody has moved this booking meanwhile. Please look at it again.');
  refusePassed(to, now, 'Please choose a time that has not passed');
  if (moves) {
    requireNear(to, now);
    refuseExpired(facts, to, {
      firstPlan:
        'Its customer has no plan yet, and the first hours of one that begins now will have expired by then, so it stays where it was. Please choose an earlier time.',
      plan: (hours) =>
        `${hours} of its customer’s hours will have expired by then, so it stays where it was. Please choose an earlier time.`,
    });
  }
  if (schedules) refuseUnpaid(booking, 'scheduled');
  const status = schedules ? 'scheduled' : booking.status;
  const isStepNews = schedules && isStatusNews({ actorId, userId, status });
  const isMoveNews = moves && !schedules && actorId !== userId;
  return {
    booking,
    actorId,
    change: { scheduled_date: to, status, updated_at: now.toISOString() },
    move: moves ? moveOf(facts, to) : null,
    step: schedules ? { to: status, actorId } : null,
    notice: isStepNews ? 'status' : isMoveNews ? 'move' : null,
    act: {
      name: moves ? 'booking_rescheduled' : 'booking_status_set',
      details: {
        ...(moves && { from, to }),
        ...(schedules && { statusFrom: booking.status, statusTo: status }),
      },
    },
  };
}

const moveOf = ({ booking, moveId, actorId }: MoveFacts, to: string): MoveWrites['move'] => ({
  id: moveId,
  from_date: booking.scheduled_date,
  to_date: to,
  actor_id: actorId,
});

function refusePassed(to: string, now: Date, message: string): void {
  if (to <= now.toISOString()) throw badTime(message);
}

/** Refuses a time by which the booking's hours, or those of its customer's first plan, have expired. */
function refuseExpired(
  { firstPlanEnd, cover }: MoveFacts,
  to: string,
  messages: { firstPlan: string; plan: (hours: string) => string },
): void {
  if (firstPlanEnd && to >= firstPlanEnd) throw new Refusal('hours_short', messages.firstPlan);
  const lost = cover ? minutesLostBy(cover, to) : 0;
  if (lost > 0) throw new Refusal('hours_short', messages.plan(`${Math.round((lost / 60) * 100) / 100} h`));
}

const isSameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
