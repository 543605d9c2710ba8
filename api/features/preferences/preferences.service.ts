import { instant } from '../../clock.ts';
import type { Preferences } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Person } from '../../http/handlers.ts';
import { presentPreferences } from './preferences.presenter.ts';
import { type PreferencesRow, selectPreferences, upsertPreferences } from './preferences.repository.ts';

/** Until a person chooses otherwise they are told of everything. */
const unchosen = {
  service_reminders: 1,
  booking_updates: 1,
  team_messages: 1,
  preferred_time: 'flexible',
  special_instructions: '',
} as const satisfies Omit<PreferencesRow, 'user_id' | 'updated_at'>;

type Given = { [K in keyof Preferences]?: Preferences[K] | undefined };

export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const [row] = await selectPreferences(db, { userId });
  return presentPreferences(row ?? unchosen);
}

/** Keeps what is given; the rest stays as it is. */
export async function savePreferences(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  given: Given,
): Promise<Preferences> {
  const change = { ...columnsOf(given), updated_at: instant(clock) };
  return presentPreferences(
    await upsertPreferences(db, { ...unchosen, ...change, user_id: person.id }, change),
  );
}

function columnsOf(given: Given): Partial<PreferencesRow> {
  const bit = (on: boolean): 0 | 1 => (on ? 1 : 0);
  const { serviceReminders, bookingUpdates, teamMessages, preferredTime, specialInstructions } = given;
  return {
    ...(serviceReminders !== undefined && { service_reminders: bit(serviceReminders) }),
    ...(bookingUpdates !== undefined && { booking_updates: bit(bookingUpdates) }),
    ...(teamMessages !== undefined && { team_messages: bit(teamMessages) }),
    ...(preferredTime !== undefined && { preferred_time: preferredTime }),
    ...(specialInstructions !== undefined && { special_instructions: specialInstructions }),
  };
}
