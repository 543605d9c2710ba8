import { sql } from 'kysely';
import type { BookingStatus, PaymentType } from '../../contract/entities.ts';

declare module '../../db/database.ts' {
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
  status: BookingStatus;
  payment_type: PaymentType;
  scheduled_date: string | null;
  completed_date: string | null;
  estimated_minutes: number;
  actual_minutes: number | null;
  notes: string | null;
  review: string | null;
  rating: number | null;
  reviewed_at: string | null;
  /** What was paid for it by card. */
  price_cents: number | null;
  /** The payment that paid for it: at most one booking each. */
  payment_id: string | null;
  /** Since when it waits for a plan that nobody has paid; `null` where it has a plan, or needs none. */
  unpaid_since: string | null;
  /** The attempt's own id (Idempotency-Key), unique per user. */
  client_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface BookingStatusChangeTable {
  id: string;
  booking_id: string;
  /** Its place in the booking's life: 1, 2, … */
  seq: number;
  from_status: BookingStatus | null;
  to_status: BookingStatus;
  /** Who; `null` for the system. */
  actor_id: string | null;
  at: string;
}

/**
 * How many bookings have a status: the sum of its rows. The database keeps it itself, by triggers
 * (`2026-11-24-bookings-desk.ts`); nobody else writes here.
 */
export interface BookingCountTable {
  status: BookingStatus;
  n: number;
}

/** A booking that was moved to another time. */
export interface BookingMoveTable {
  id: string;
  booking_id: string;
  /** Its place among the booking's moves: 1, 2, … */
  seq: number;
  from_date: string | null;
  to_date: string;
  /** Who; `null` for the system. */
  actor_id: string | null;
  at: string;
}

/** The time that booking `b` was made for, wherever it has been moved since. */
export const firstScheduledDate = sql<string | null>`coalesce(
  (select m.from_date from booking_moves m where m.booking_id = b.id order by m.seq limit 1),
  b.scheduled_date
)`.as('scheduled_date');
