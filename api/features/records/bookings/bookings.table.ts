import { sql } from 'kysely';
import type { BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';

declare module '../../../db/database.ts' {
  interface Database {
    bookings: BookingTable;
    booking_status_changes: BookingStatusChangeTable;
    booking_moves: BookingMoveTable;
    booking_counts: BookingCountTable;
  }
}

export interface BookingTable {
  id: string;
  user_id: string;
  service_id: string;
  /** The service's name in the catalogue as it was booked; `null`: booked by an earlier release during an update. */
  service_name: string | null;
  status: BookingStatus;
  payment_type: PaymentType;
  scheduled_date: string | null;
  completed_date: string | null;
  estimated_minutes: number;
  actual_minutes: number | null;
  review: string | null;
  rating: number | null;
  reviewed_at: string | null;
  /** The amount paid by card. */
  price_cents: number | null;
  /** The payment of the booking; a payment has one booking at most. */
  payment_id: string | null;
  /** The time since which the booking waits for an unpaid plan; `null` if it has a plan, or needs none. */
  unpaid_since: string | null;
  /** The chosen time that somebody else had when the booking was paid for; `null` for all others. */
  time_taken: string | null;
  /** The length of the arrival window that was promised with its time; `null` for a wish, and for an exact time. */
  window_minutes: number | null;
  /** The attempt's own id (Idempotency-Key), unique per user. */
  client_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface BookingStatusChangeTable {
  id: string;
  booking_id: string;
  /** The step's place in the booking's history: 1, 2, … */
  seq: number;
  from_status: BookingStatus | null;
  to_status: BookingStatus;
  /** The actor; `null` for the system. */
  actor_id: string | null;
  at: string;
}

/**
 * The number of bookings with a status: the sum of its rows. Triggers keep it (`2026-11-24-bookings-desk.ts`); no
 * other code writes here.
 */
export interface BookingCountTable {
  status: BookingStatus;
  n: number;
}

/** A move of a booking to another time. */
export interface BookingMoveTable {
  id: string;
  booking_id: string;
  /** The move's place among the booking's moves: 1, 2, … */
  seq: number;
  from_date: string | null;
  to_date: string;
  /** The actor; `null` for the system. */
  actor_id: string | null;
  at: string;
}

/** The time for which booking `b` was first made, before any move. */
export const firstScheduledDate = sql<string | null>`coalesce(
  (select m.from_date from booking_moves m where m.booking_id = b.id order by m.seq limit 1),
  b.scheduled_date
)`.as('scheduled_date');
