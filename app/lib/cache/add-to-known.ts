import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Updates a cached value with an answer about a part of it. The rest becomes no newer: its age stays, and a due or
 * failed read is still to be repeated.
 * @param refetchType `none` if the caller reads again later; a component that mounts also reads again
 * @param at the time of the answer, if it is not now (milliseconds since the epoch)
 * @returns whether the value must be read again
 */
export function addToKnown<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: T | undefined) => T | undefined,
  refetchType: 'active' | 'none' = 'active',
  at = Date.now(),
): boolean {
  const before = client.getQueryState(queryKey);
  const isOld = before?.data !== undefined && (before.isInvalidated || before.status === 'error');
  client.setQueryData<T>(queryKey, change, { updatedAt: isOld ? before.dataUpdatedAt : at });
  if (isOld) void client.invalidateQueries({ queryKey, exact: true, refetchType });
  return isOld;
}
