declare module '../../../../db/database.ts' {
  interface Database {
    extra_hours: OvertimeTable;
  }
}

/** A question to a customer about work that took longer than estimated. */
export interface OvertimeTable {
  id: string;
  booking_id: string;
  user_id: string;
  /** The question's place among the booking's questions: 1, 2, … */
  seq: number;
  /** The minutes used until the customer agrees. */
  from_minutes: number;
  /** The minutes that the work took. */
  to_minutes: number;
  /** The team's own words, for the customer. */
  reason: string;
  /**
   * At most one question of a booking waits. `lapsed`: its customer did not answer in time. `withdrawn`: the team took
   * it back or asked anew.
   */
  state: 'waiting' | 'agreed' | 'declined' | 'lapsed' | 'withdrawn';
  asked_by: string;
  asked_at: string;
  settled_at: string | null;
}
