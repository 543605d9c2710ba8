import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what is known under a key by what an answer says of a part of it. That makes the rest no newer: what was to
 * be read again, or could not be, still is, and is as old as it was.
 * @param refetchType `none` where the caller has it read again later; whoever comes to look at it does so too
 * @param at when it was answered, where that is not now (milliseconds since the epoch)
 * @returns whether it is to be read again
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
