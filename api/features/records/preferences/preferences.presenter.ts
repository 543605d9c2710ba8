import type { Preferences } from '../../../contract/schemas/people.ts';
import type { PreferencesRow } from './preferences.repository.ts';

export function presentPreferences(row: Omit<PreferencesRow, 'user_id' | 'updated_at'>): Preferences {
  return {
    serviceReminders: row.service_reminders === 1,
    bookingUpdates: row.booking_updates === 1,
    teamMessages: row.team_messages === 1,
    serviceRemindersPush: row.service_reminders_push === 1,
    bookingUpdatesPush: row.booking_updates_push === 1,
    teamMessagesPush: row.team_messages_push === 1,
    preferredTime: row.preferred_time,
    specialInstructions: row.special_instructions,
  };
}
