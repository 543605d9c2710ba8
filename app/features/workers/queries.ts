import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

export const workersQuery = () => queryOptions<Answer<'listWorkers'>>({ queryKey: teamKeyOf('listWorkers') });

export const workerQuery = (id: string) =>
  queryOptions<Answer<'readWorker'>>({ queryKey: teamKeyOf('readWorker', { id }), staleTime: 0 });

/** The offer as customers see it: the names of what a worker may do. */
export const categoriesQuery = () =>
  queryOptions<Answer<'listCategories'>>({ queryKey: keyOf('listCategories') });
export const servicesQuery = () => queryOptions<Answer<'listServices'>>({ queryKey: keyOf('listServices') });

/** Shows a worker as the server answered, and reads the list again. */
export function showWorker(client: QueryClient, worker: Answer<'readWorker'>): void {
  client.setQueryData(workerQuery(worker.id).queryKey, worker);
  void client.invalidateQueries({ queryKey: workersQuery().queryKey, exact: true });
  void client.invalidateQueries({ queryKey: concernedQuery(worker.id).queryKey, exact: true });
}

/** What each service needs of its times. */
export const serviceTimesQuery = () =>
  queryOptions<Answer<'listServiceTimes'>>({ queryKey: teamKeyOf('listServiceTimes') });

/** Who comes to a booking, and who else may. */
export const candidatesQuery = (id: string) =>
  queryOptions<Answer<'listCandidates'>>({ queryKey: teamKeyOf('listCandidates', { id }), staleTime: 0 });

/** The visits in leave that is not granted yet. */
export const inLeaveQuery = (id: string, leaveId: string) =>
  queryOptions<Answer<'listConcerned'>>({
    queryKey: [...teamKeyOf('listConcerned', { id }), `?leaveId=${leaveId}`],
    staleTime: 0,
  });

/** The visits to come that a worker can no longer make. */
export const concernedQuery = (id: string) =>
  queryOptions<Answer<'listConcerned'>>({ queryKey: teamKeyOf('listConcerned', { id }), staleTime: 0 });
