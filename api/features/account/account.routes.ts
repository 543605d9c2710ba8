import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { readConfig, readUser } from './account.service.ts';

export function accountRoutes(deps: Deps): Pick<Handlers, 'readUser' | 'readConfig'> {
  return {
    readUser: ({ person }) => readUser(deps, person.id),
    readConfig: () => readConfig(deps),
  };
}
