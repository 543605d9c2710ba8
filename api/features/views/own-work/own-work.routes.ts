import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readOwnWeek } from './own-work.service.ts';

export function ownWorkRoutes(deps: Deps): Pick<Handlers, 'readOwnWeek'> {
  return { readOwnWeek: ({ person, query }) => readOwnWeek(deps, person, query.from) };
}
