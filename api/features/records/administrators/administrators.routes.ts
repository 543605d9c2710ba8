import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { invite, listInvitations, revokeInvitation } from './invitations/invitations.service.ts';
import { addRole, editRole, listRoles, removeRole } from './own-roles/own-roles.service.ts';

type TeamCalls =
  | 'listRoles'
  | 'addRole'
  | 'editRole'
  | 'removeRole'
  | 'listInvitations'
  | 'invite'
  | 'revokeInvitation';

export function administratorRoutes(deps: Deps): Pick<Handlers, TeamCalls> {
  return {
    listRoles: ({ person }) => listRoles(deps.db, person),
    addRole: ({ person, body }) => addRole(deps, person, body),
    editRole: ({ person, params, body }) => editRole(deps, person, params.id, body),
    async removeRole({ person, params }) {
      await removeRole(deps, person, params.id);
      return { done: true };
    },
    listInvitations: () => listInvitations(deps),
    invite: ({ person, body }) => invite(deps, person, body),
    async revokeInvitation({ person, params }) {
      await revokeInvitation(deps, person, params.id);
      return { done: true };
    },
  };
}
