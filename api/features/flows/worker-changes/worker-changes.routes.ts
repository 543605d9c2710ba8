import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { addPicture } from '../../records/pictures/pictures.service.ts';
import {
  dropLeave,
  listWorkers,
  putLeave,
  putWorker,
  readWorker,
} from '../../records/workers/workers.service.ts';
import { inviteWorker } from './worker-invitation.service.ts';

type WorkerCalls =
  | 'listWorkers'
  | 'readWorker'
  | 'putWorker'
  | 'addWorkerPicture'
  | 'inviteWorker'
  | 'putLeave'
  | 'dropLeave';

export function workerRoutes(deps: Deps): Pick<Handlers, WorkerCalls> {
  return {
    listWorkers: () => listWorkers(deps),
    readWorker: ({ params }) => readWorker(deps, params.id),
    async putWorker({ person, params, body }) {
      await putWorker(deps, person, params.id, body);
      return readWorker(deps, params.id);
    },
    addWorkerPicture: ({ person, upload }) => addPicture(deps, person, upload),
    async inviteWorker({ person, params }) {
      await inviteWorker(deps, person, params.id);
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
