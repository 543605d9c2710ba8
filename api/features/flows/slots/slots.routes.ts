import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { createHold, endHold } from './holds.service.ts';
import { describeSlots, listSlots } from './slots.service.ts';

export function slotRoutes(
  deps: Deps,
): Pick<Handlers, 'readServiceSlots' | 'listSlots' | 'createHold' | 'endHold'> {
  return {
    readServiceSlots: ({ params }) => describeSlots(deps, { serviceId: params.id }),
    listSlots: ({ person, query }) => listSlots(deps, person, query),
    createHold: ({ person, body }) => createHold(deps, person, body),
    async endHold({ person, params }) {
      await endHold(deps, person, params.id);
      return { done: true };
    },
  };
}
