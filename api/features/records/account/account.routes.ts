import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readConfig } from './account.service.ts';
import { endDevice, endOtherDevices, listDevices } from './devices/devices.service.ts';

type AccountCalls = 'readConfig' | 'listSessions' | 'endSession' | 'endAllSessions';

export function accountRoutes(deps: Deps): Pick<Handlers, AccountCalls> {
  return {
    readConfig: () => readConfig(deps),
    listSessions: ({ person, session }) => listDevices(deps, person, session),
    async endSession({ person, params }) {
      await endDevice(deps, person, params.id);
      return { done: true };
    },
    async endAllSessions({ person, session, signOut }) {
      await endOtherDevices(deps, person, session);
      return { url: await signOut() };
    },
  };
}
