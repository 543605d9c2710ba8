declare module '../../db/database.ts' {
  interface Database {
    calendar_links: CalendarLinkTable;
  }
}

/** The private address under which a member's calendars read their bookings: one each, or none. */
export interface CalendarLinkTable {
  user_id: string;
  /** Random; the address holds it and its signature, so the signature is kept nowhere. */
  id: string;
  created_at: string;
}
