import type { Preferences } from '../../../contract/schemas/people.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { presentPreferences } from './preferences.presenter.ts';
import { type PreferencesRow, selectPreferences, upsertPreferences } from './preferences.repository.ts';

/** A person who has chosen nothing gets every notification. */
const unchosen = {
  service_reminders: 1,
  booking_updates: 1,
  team_messages: 1,
  service_reminders_push: 1,
  booking_updates_push: 1,
  team_messages_push: 1,
  preferred_time: 'flexible',
  special_instructions: '',
} as const satisfies Omit<PreferencesRow, 'user_id' | 'updated_at'>;

type Given = { [K in keyof Preferences]?: Preferences[K] | undefined };

export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const [row] = await selectPreferences(db, { userId });
  return presentPreferences(row ?? unchosen);
}

/** Stores the given choices; the others stay as they are. */
export async function savePreferences(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  given: Given,
): Promise<Preferences> {
  const { db, clock, changes } = deps;
  const change = { ...columnsOf(given), updated_at: instant(clock) };
  const saved = await upsertPreferences(db, { ...unchosen, ...change, user_id: person.id }, change);
  changes.tell({ people: [person.id], keys: ['/api/preferences'] });
  // The team sees the preferences beside the chat and on the customer's page.
  changes.tell({ admins: true, of: person.id, keys: [`/api/admin/users/${person.id}`] });
  return presentPreferences(saved);
}

function columnsOf(given: Given): Partial<PreferencesRow> {
  const bit = (on: boolean): 0 | 1 => (on ? 1 : 0);
  const { serviceReminders, bookingUpdates, teamMessages, preferredTime, specialInstructions } = given;
  const { serviceRemindersPush, bookingUpdatesPush, teamMessagesPush } = given;
  return {
    ...(serviceReminders !== undefined && { service_reminders: bit(serviceReminders) }),
    ...(bookingUpdates !== undefined && { booking_updates: bit(bookingUpdates) }),
    ...(teamMessages !== undefined && { team_messages: bit(teamMessages) }),
    ...(serviceRemindersPush !== undefined && { service_reminders_push: bit(serviceRemindersPush) }),
    ...(bookingUpdatesPush !== undefined && { booking_updates_push: bit(bookingUpdatesPush) }),
    ...(teamMessagesPush !== undefined && { team_messages_push: bit(teamMessagesPush) }),
    ...(preferredTime !== undefined && { preferred_time: preferredTime }),
    ...(specialInstructions !== undefined && { special_instructions: specialInstructions }),
  };
}
