import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { bookingsOutside, publishSettings, readBusinessSettings } from './business-settings.service.ts';
import { listHolidays } from './holidays.service.ts';

type SettingsCalls = 'readBusinessSettings' | 'saveBusiness' | 'previewOpening' | 'listHolidays';

export function businessSettingsRoutes(deps: Deps): Pick<Handlers, SettingsCalls> {
  return {
    readBusinessSettings: () => readBusinessSettings(deps),
    saveBusiness: ({ person, body }) => publishSettings(deps, person, body),
    previewOpening: ({ body }) => bookingsOutside(deps, body),
    listHolidays: ({ query }) => listHolidays(deps, query),
  };
}
