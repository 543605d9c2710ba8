import { hashKey, notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { pathOf } from '../../lib/live/hints.ts';
import { configQuery } from '../../lib/session.ts';

const configHash = hashKey(configQuery().queryKey);

export interface Freshness {
  /** The time when the oldest visible data was read, in milliseconds; `null` without any. */
  since: number | null;
  /** Whether some visible data is being read again. */
  reading: boolean;
  /** Whether some visible data could not be read again. */
  failed: boolean;
}

/** Whether a read failed that may succeed later, while its earlier answer stays on screen. */
const failedAgain = ({ state: { data, error } }: Query): boolean =>
  data !== undefined && (error instanceof NetworkError || (error instanceof ApiError && error.status >= 429));

/**
 * The age of the visible data. The team's data is stored on no device: if some of it is missing the page shows an
 * error, and the other queries in use do not count.
 */
export function freshnessOf(client: QueryClient): Freshness {
  const active = client
    .getQueryCache()
    .getAll()
    // The configuration is always in use, but no person reads it.
    .filter((query) => query.isActive() && query.queryHash !== configHash);
  const lacks = active.some(
    ({ state, queryKey }) => state.data === undefined && pathOf(queryKey)?.startsWith('/api/admin/'),
  );
  const read = active.filter(({ state }) => state.data !== undefined);
  if (lacks || !read.length) return { since: null, reading: false, failed: false };
  return {
    since: Math.min(...read.map(({ state }) => state.dataUpdatedAt)),
    reading: read.some(({ state }) => state.fetchStatus === 'fetching'),
    failed: read.some(failedAgain),
  };
}

/** The freshness, updated as the screen changes. */
export function useFreshness(): Freshness {
  const client = useQueryClient();
  const last = useRef<Freshness | null>(null);
  return useSyncExternalStore(
    useCallback(
      // Queries are created while components render, and React allows no update of others during that.
      (changed) => client.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
      [client],
    ),
    () => {
      const now = freshnessOf(client);
      const { current } = last;
      const isSame =
        current?.since === now.since && current.reading === now.reading && current.failed === now.failed;
      if (!isSame) last.current = now;
      return last.current as Freshness;
    },
  );
}

/** Repeats failed reads. */
export const readFailedAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: failedAgain });
