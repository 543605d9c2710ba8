import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { createHold, endHold } from './holds.service.ts';
import { readLastWorker } from './last-worker.service.ts';
import { listServiceTimes, putServiceTimes } from './service-times.service.ts';
import { describeSlots, listSlots } from './slots.service.ts';

type SlotCalls = 'readServiceSlots' | 'listSlots' | 'readLastWorker' | 'createHold' | 'endHold';
type TimeCalls = 'listServiceTimes' | 'putServiceTimes';

export function slotRoutes(deps: Deps): Pick<Handlers, SlotCalls | TimeCalls> {
  return {
    readServiceSlots: ({ params }) => describeSlots(deps, { serviceId: params.id }),
    listSlots: ({ person, query }) => listSlots(deps, person, query),
    listServiceTimes: () => listServiceTimes(deps),
    putServiceTimes: ({ person, params, body }) =>
      putServiceTimes(deps, person, { serviceId: params.id, form: body }),
    readLastWorker: ({ person }) => readLastWorker(deps, person),
    createHold: ({ person, body }) => createHold(deps, person, body),
    async endHold({ person, params }) {
      await endHold(deps, person, params.id);
      return { done: true };
    },
  };
}
