import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { dropLeave, listWorkers, putLeave, putWorker, readWorker } from './workers.service.ts';

type WorkerCalls = 'listWorkers' | 'readWorker' | 'putWorker' | 'putLeave' | 'dropLeave';

export function workerRoutes(deps: Deps): Pick<Handlers, WorkerCalls> {
  return {
    listWorkers: () => listWorkers(deps),
    readWorker: ({ params }) => readWorker(deps, params.id),
    async putWorker({ person, params, body }) {
      await putWorker(deps, person, params.id, body);
      return readWorker(deps, params.id);
    },
    async putLeave({ person, params, body }) {
      await putLeave(deps, person, { workerId: params.id, id: params.leaveId, form: body });
      return readWorker(deps, params.id);
    },
    async dropLeave({ person, params }) {
      await dropLeave(deps, person, { workerId: params.id, id: params.leaveId });
      return readWorker(deps, params.id);
    },
  };
}
