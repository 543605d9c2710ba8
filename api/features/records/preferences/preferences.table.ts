import type { PreferredTime } from '../../../contract/schemas/people.ts';

declare module '../../../db/database.ts' {
  interface Database {
    preferences: PreferencesTable;
  }
}

/** A person's choices; the row exists from the first choice on. */
export interface PreferencesTable {
  user_id: string;
  service_reminders: 0 | 1;
  booking_updates: 0 | 1;
  team_messages: 0 | 1;
  service_reminders_push: 0 | 1;
  booking_updates_push: 0 | 1;
  team_messages_push: 0 | 1;
  preferred_time: PreferredTime;
  special_instructions: string;
  updated_at: string;
}
