import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { readConfig } from './account.service.ts';
import { readUser } from './profile.service.ts';

export function accountRoutes(deps: Deps): Pick<Handlers, 'readUser' | 'readConfig'> {
  return {
    readUser: ({ person }) => readUser(deps, person.id),
    readConfig: () => readConfig(deps),
  };
}
