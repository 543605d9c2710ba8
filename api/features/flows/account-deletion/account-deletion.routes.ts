import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { keepAccount, readAccountDeletion, requestAccountDeletion } from './account-deletion.service.ts';
import { listLeftAtProvider, settleLeftAtProvider } from './left-at-provider/left-at-provider.service.ts';

type DeletionCalls =
  | 'readAccountDeletion'
  | 'requestAccountDeletion'
  | 'keepAccount'
  | 'listLeftAtProvider'
  | 'settleLeftAtProvider';

export function accountDeletionRoutes(deps: Deps): Pick<Handlers, DeletionCalls> {
  return {
    readAccountDeletion: ({ person }) => readAccountDeletion(deps, person.id),
    requestAccountDeletion: ({ person, body }) => requestAccountDeletion(deps, person.id, body.email),
    keepAccount: ({ person }) => keepAccount(deps, person.id),
    listLeftAtProvider: () => listLeftAtProvider(deps),
    settleLeftAtProvider: ({ person, params }) => settleLeftAtProvider(deps, person, params.id),
  };
}
