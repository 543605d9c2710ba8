import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readDevice, removeSubscription, saveSubscription } from './push.service.ts';

type Calls = 'readPushDevice' | 'savePushSubscription' | 'removePushSubscription';

export function pushRoutes(deps: Deps): Pick<Handlers, Calls> {
  return {
    readPushDevice: ({ session }) => readDevice(deps, session),
    async savePushSubscription({ person, session, body }) {
      await saveSubscription(deps, person, session, body);
      return { done: true };
    },
    async removePushSubscription({ session }) {
      await removeSubscription(deps, session);
      return { done: true };
    },
  };
}
