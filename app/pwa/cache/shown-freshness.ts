import { hashKey, notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { pathOf } from '../../lib/live/hints.ts';
import { configQuery } from '../../lib/session.ts';

const configHash = hashKey(configQuery().queryKey);

export interface Freshness {
  /** When the oldest of what is on screen was read, in milliseconds; `null` where nothing is. */
  since: number | null;
  /** Whether some of it is being read again. */
  reading: boolean;
  /** Whether some of it could not be. */
  failed: boolean;
}

/** A read that may go well another time, whose earlier answer stays on screen. */
const failedAgain = ({ state: { data, error } }: Query): boolean =>
  data !== undefined && (error instanceof NetworkError || (error instanceof ApiError && error.status >= 429));

/**
 * How fresh what is on screen is. What the team reads is kept on no device: where some of it is missing the page shows
 * an error, and not what else happens to be in use.
 */
export function freshnessOf(client: QueryClient): Freshness {
  const active = client
    .getQueryCache()
    .getAll()
    // The configuration, which is always in use, is nothing that anyone reads.
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

/** The same, as the screen changes. */
export function useFreshness(): Freshness {
  const client = useQueryClient();
  const last = useRef<Freshness | null>(null);
  return useSyncExternalStore(
    useCallback(
      // Queries are made while others render, which must not be told in the midst of that.
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

/** Reads again what could not be. */
export const readFailedAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: failedAgain });
