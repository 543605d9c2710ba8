import type { Selectable } from 'kysely';
import type { BookingMoveTable, BookingTable } from './bookings.table.ts';
import type { BookingWrites } from './writes.service.ts';

/** The agreement between a request's customer and the team. */
export interface Agreement {
  /** A card payment that was made, or minutes of the plan. */
  pays: { paymentId: string; priceCents: number } | { minutes: number };
  /** The time that the team proposed; `null` if the booking's own time stands. */
  scheduledDate: string | null;
  /** The administrator who proposed it. */
  proposedBy: string;
  /** The time of the quote; a later move is not known to its writer. */
  quotedAt: string;
  now: string;
}

/** A booking's moves, as far as an agreement depends on them. */
export interface Moves {
  last: Pick<BookingMoveTable, 'actor_id' | 'at'> | null;
  /** The id of a further move. */
  nextId: string;
}

/**
 * Turns a request into an ordinary booking, paid by card or with the plan, which then holds its hours. Both sides
 * have agreed to the time, so a pending booking becomes scheduled, unless that time has passed. If the team moved
 * the booking after the quote, that time stands. If the customer did, and the quote proposes no time, the booking
 * stays pending for the team. Work that has begun keeps its status.
 */
export function agreedBooking(
  booking: Selectable<BookingTable>,
  moves: Moves,
  agreed: Agreement,
): BookingWrites {
  const { pays, now } = agreed;
  const { date, isAgreed } = visitOf(booking, moves, agreed);
  const schedules = isAgreed && booking.status === 'pending' && date !== null && date > now;
  return {
    booking,
    change: {
      ...('minutes' in pays
        ? { payment_type: 'subscription', estimated_minutes: pays.minutes }
        : { payment_type: 'one_time', payment_id: pays.paymentId, price_cents: pays.priceCents }),
      scheduled_date: date,
      status: schedules ? 'scheduled' : booking.status,
      updated_at: now,
    },
    move:
      date && date !== booking.scheduled_date
        ? {
            id: moves.nextId,
            from_date: booking.scheduled_date,
            to_date: date,
            actor_id: agreed.proposedBy,
          }
        : null,
    step: schedules ? { to: 'scheduled', actorId: booking.user_id } : null,
  };
}

/** The visit's time under the agreement, and whether both sides have agreed to it. */
export function visitOf(
  booking: Pick<BookingTable, 'user_id' | 'status' | 'scheduled_date'>,
  { last }: Moves,
  { scheduledDate, quotedAt }: Pick<Agreement, 'scheduledDate' | 'quotedAt'>,
): { date: string | null; isAgreed: boolean } {
  const open = booking.status === 'pending' || booking.status === 'scheduled';
  const isMoved = last !== null && last.at > quotedAt;
  const isByCustomer = isMoved && last.actor_id === booking.user_id;
  const proposed = isMoved && !isByCustomer ? null : scheduledDate;
  return {
    date: (open && proposed) || booking.scheduled_date,
    isAgreed: proposed !== null || !isByCustomer,
  };
}
