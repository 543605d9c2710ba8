import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { askForLeave, readOwnLeave, takeBackLeave } from './own-leave.service.ts';
import { dropLeave, listWorkers, readWorker } from './workers.service.ts';

type WorkerCalls =
  | 'listWorkers'
  | 'readWorker'
  | 'dropLeave'
  | 'readOwnLeave'
  | 'askForLeave'
  | 'takeBackLeave';

export function workerRoutes(deps: Deps): Pick<Handlers, WorkerCalls> {
  return {
    listWorkers: () => listWorkers(deps),
    readWorker: ({ params }) => readWorker(deps, params.id),
    async dropLeave({ person, params }) {
      await dropLeave(deps, person, { workerId: params.id, id: params.leaveId });
      return readWorker(deps, params.id);
    },
    readOwnLeave: ({ person }) => readOwnLeave(deps, person),
    askForLeave: ({ person, params, body }) => askForLeave(deps, person, { id: params.id, form: body }),
    takeBackLeave: ({ person, params }) => takeBackLeave(deps, person, params.id),
  };
}
