import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { ApiError, keyOf } from '../../lib/api.ts';

const serviceQuery = (id: string) =>
  queryOptions<Answer<'readService'>>({ queryKey: keyOf('readService', { id }) });
const servicesQuery = () => queryOptions<Answer<'listServices'>>({ queryKey: keyOf('listServices') });

/** The service to pay for: from the catalogue if that was read, otherwise from the server. */
export function useService(id: string, shown: boolean) {
  const { data: listed } = useQuery({
    ...servicesQuery(),
    enabled: false,
    select: (services) => services.find((service) => service.id === id),
  });
  const query = useQuery({ ...serviceQuery(id), enabled: shown && !listed });
  const { error } = query;
  // The server refuses a malformed id without looking it up.
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { service: listed ?? query.data, missing, error, retry: () => void query.refetch() };
}
