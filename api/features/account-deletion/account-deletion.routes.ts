import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { keepAccount, readAccountDeletion, requestAccountDeletion } from './account-deletion.service.ts';

type DeletionCalls = 'readAccountDeletion' | 'requestAccountDeletion' | 'keepAccount';

export function accountDeletionRoutes(deps: Deps): Pick<Handlers, DeletionCalls> {
  return {
    readAccountDeletion: ({ person }) => readAccountDeletion(deps, person.id),
    requestAccountDeletion: ({ person, body }) => requestAccountDeletion(deps, person.id, body.email),
    keepAccount: ({ person }) => keepAccount(deps, person.id),
  };
}
