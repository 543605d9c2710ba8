import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readUser } from './profile.service.ts';

export function profileRoutes(deps: Deps): Pick<Handlers, 'readUser'> {
  return { readUser: ({ person }) => readUser(deps, person.id) };
}
