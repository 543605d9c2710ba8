declare module '../../../db/database.ts' {
  interface Database {
    planned_visits: PlannedVisitTable;
    slot_holds: SlotHoldTable;
    worker_quarters: WorkerQuarterTable;
    service_slots: ServiceSlotTable;
    travel_times: TravelTimeTable;
  }
}

/**
 * A time of a worker: a planned visit, or a customer's hold. Rows are written by `visits.service.ts` alone, while it
 * holds the worker's row.
 */
export interface PlannedVisitTable {
  id: string;
  worker_id: string;
  /** One of the two is `null`. */
  booking_id: string | null;
  hold_id: string | null;
  starts_at: string;
  /** After the work at the worker's pace and the buffer, on a quarter of an hour. Travel is not in it. */
  ends_at: string;
  /** Of the place, as it is compared; `null` if it is unknown. Travel is computed from it. */
  postcode: string | null;
}

/** A time that a customer has chosen and not yet booked. One that has lapsed takes no time of anybody. */
export interface SlotHoldTable {
  id: string;
  user_id: string;
  service_id: string;
  starts_at: string;
  postcode: string | null;
  expires_at: string;
  /** The booking that waits for its plan and gets the time with it; `null`: none. */
  booking_id: string | null;
  /** The payment that books the time; `null`: none has begun. */
  payment_id: string | null;
  /** The booking that its customer moves to this time; `null`: the time is for a new booking. */
  moves_id: string | null;
  /** The length of the arrival window, as it was chosen; `null`: held by an earlier release during an update. */
  window_minutes: number | null;
  created_at: string;
}

/**
 * The second net: a worker's quarter of an hour, by its number since 1970, has one visit in lane 0. Lanes above it are
 * for visits that the team has planned over others.
 */
export interface WorkerQuarterTable {
  worker_id: string;
  quarter: number;
  lane: number;
  visit_id: string;
}

/** What a service needs of its times, if it differs from the usual. */
export interface ServiceSlotTable {
  service_id: string;
  /** 0: customers wish for a time, as without slots. */
  offered: number;
  /** The length of the arrival window. */
  window_minutes: number;
  /** Kept free after the work. */
  buffer_minutes: number;
  /** The workers that it needs at once. */
  workers: number;
}

/** A time by road, as the operator's routing server gave it. */
export interface TravelTimeTable {
  /** The two in the order of their letters. */
  from_postcode: string;
  to_postcode: string;
  /** Of the longer direction; 0: no road joins them, and the straight line stays. */
  minutes: number;
  read_at: string;
}
