import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readToday } from './today.service.ts';

export function todayRoutes(deps: Deps): Pick<Handlers, 'readToday'> {
  return { readToday: ({ person }) => readToday(deps, person) };
}
