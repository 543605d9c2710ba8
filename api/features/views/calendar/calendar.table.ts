declare module '../../../db/database.ts' {
  interface Database {
    calendar_links: CalendarLinkTable;
  }
}

/** The private address at which a member's calendars read their bookings; one each, or none. */
export interface CalendarLinkTable {
  user_id: string;
  /** Random. The address holds it and its signature, so the signature is not stored. */
  id: string;
  created_at: string;
}
