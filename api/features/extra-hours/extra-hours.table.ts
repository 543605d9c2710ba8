declare module '../../db/database.ts' {
  interface Database {
    extra_hours: ExtraHoursTable;
  }
}

/** Of work that took longer than was estimated: what its customer is asked to agree to. */
export interface ExtraHoursTable {
  id: string;
  booking_id: string;
  user_id: string;
  /** Its place among the booking's questions: 1, 2, … */
  seq: number;
  /** What is used of the work until it is agreed to. */
  from_minutes: number;
  /** What the work took. */
  to_minutes: number;
  /** In the team's words, for the customer. */
  reason: string;
  /** One of a booking waits at most; what the team takes back or asks anew is `withdrawn`. */
  state: 'waiting' | 'agreed' | 'declined' | 'withdrawn';
  asked_by: string;
  asked_at: string;
  settled_at: string | null;
}
