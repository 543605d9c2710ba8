import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { saveBusiness } from '../../records/business/business.service.ts';
import { bookingsOutside, readBusinessSettings } from './business-settings.service.ts';
import { listHolidays } from './holidays.service.ts';

type SettingsCalls = 'readBusinessSettings' | 'saveBusiness' | 'previewOpening' | 'listHolidays';

export function businessSettingsRoutes(deps: Deps): Pick<Handlers, SettingsCalls> {
  return {
    readBusinessSettings: () => readBusinessSettings(deps),
    async saveBusiness({ person, body }) {
      await saveBusiness(deps, person, body);
      return readBusinessSettings(deps);
    },
    previewOpening: ({ body }) => bookingsOutside(deps, body),
    listHolidays: ({ query }) => listHolidays(deps, query),
  };
}
