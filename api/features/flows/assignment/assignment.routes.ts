import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { assign, listCandidates } from './assignment.service.ts';
import { listConcerned } from './concerned.service.ts';
import { decideLeave } from './leave.service.ts';
import { listMoveSlots } from './move-slots.service.ts';

export function assignmentRoutes(
  deps: Deps,
): Pick<Handlers, 'listCandidates' | 'assignWorker' | 'listConcerned' | 'putLeave' | 'listMoveSlots'> {
  return {
    listMoveSlots: ({ params, query }) => listMoveSlots(deps, { ...query, id: params.id }),
    listCandidates: ({ params }) => listCandidates(deps, params.id),
    listConcerned: ({ params, query }) =>
      listConcerned(deps, { workerId: params.id, leaveId: query.leaveId }),
    putLeave: ({ person, params, body }) =>
      decideLeave(deps, person, { workerId: params.id, id: params.leaveId, form: body }),
    assignWorker: ({ person, params, body }) => assign(deps, person, params.id, body),
  };
}
