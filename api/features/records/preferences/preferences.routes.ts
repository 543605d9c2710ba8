import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readPreferences, savePreferences } from './preferences.service.ts';

export function preferenceRoutes(deps: Deps): Pick<Handlers, 'readPreferences' | 'savePreferences'> {
  return {
    readPreferences: ({ person }) => readPreferences(deps.db, person.id),
    savePreferences: ({ person, body }) => savePreferences(deps, person, body),
  };
}
