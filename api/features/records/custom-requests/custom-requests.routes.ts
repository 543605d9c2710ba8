import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { requestCustomService } from './custom-requests.service.ts';

export function customRequestRoutes(deps: Deps): Pick<Handlers, 'requestCustomService'> {
  return {
    requestCustomService: ({ person, body, key }) => requestCustomService(deps, person, body, key),
  };
}
