declare module '../../../db/database.ts' {
  interface Database {
    homes: HomeTable;
    home_answers: HomeAnswerTable;
  }
}

/** A place that a person books for. Bookings keep their own copy of it, so nothing refers to a home. */
export interface HomeTable {
  id: string;
  user_id: string;
  /** The text that two spellings of the address share: one home for each of a person's places. */
  place_key: string;
  label: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  postal_code: string;
  access: string;
  pets: string;
  parking: string;
  emergency_contact: string;
  emergency_phone: string;
  created_at: string;
  /** The last booking with it, or the last change. */
  used_at: string;
}

/** Who has answered whether the places of earlier bookings become homes. */
export interface HomeAnswerTable {
  user_id: string;
  answered_at: string;
}
