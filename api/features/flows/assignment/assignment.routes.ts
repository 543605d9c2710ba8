import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { assign, listCandidates } from './assignment.service.ts';
import { listConcerned } from './concerned.service.ts';

export function assignmentRoutes(
  deps: Deps,
): Pick<Handlers, 'listCandidates' | 'assignWorker' | 'listConcerned'> {
  return {
    listCandidates: ({ params }) => listCandidates(deps, params.id),
    listConcerned: ({ params }) => listConcerned(deps, params.id),
    assignWorker: ({ person, params, body }) => assign(deps, person, params.id, body),
  };
}
