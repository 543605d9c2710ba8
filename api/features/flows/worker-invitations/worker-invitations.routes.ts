import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { inviteWorker } from './worker-invitations.service.ts';

export function workerInvitationRoutes(deps: Deps): Pick<Handlers, 'inviteWorker'> {
  return { inviteWorker: ({ person, params }) => inviteWorker(deps, person, params.id) };
}
