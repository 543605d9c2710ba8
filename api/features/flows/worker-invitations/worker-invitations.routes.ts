import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { inviteWorker, saveWorker } from './worker-invitations.service.ts';

export function workerInvitationRoutes(deps: Deps): Pick<Handlers, 'inviteWorker' | 'putWorker'> {
  return {
    inviteWorker: ({ person, params }) => inviteWorker(deps, person, params.id),
    putWorker: ({ person, params, body }) => saveWorker(deps, person, params.id, body),
  };
}
