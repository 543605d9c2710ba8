import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError, request } from './api.ts';
import { heard, missed } from './online.ts';

const unauthorized = new Set<() => void>();

/** Called when a call is answered 401, whichever it was. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorized.add(listener);
  return () => unauthorized.delete(listener);
}

function failed(error: unknown): void {
  if (error instanceof NetworkError) missed();
  if (error instanceof ApiError && error.status === 401) signedOut();
}

/** A call was answered 401 past this client. */
export function signedOut(): void {
  for (const listener of unauthorized) listener();
}

/**
 * The one cache. Its keys are paths, and the default reader joins their segments (spec §7). Nothing is read again
 * unasked; what was restored from the device is marked stale, so that a page asks again when it is looked at.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: failed, onSuccess: heard }),
  mutationCache: new MutationCache({ onError: failed, onSuccess: heard }),
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => request('GET', queryKey.join('/'), { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Whatever is on screen is read again, and the rest when it is next looked at. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}
