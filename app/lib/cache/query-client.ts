import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError, onDoubt, onRefusedPerson, request } from '../api.ts';
import { whenFree } from '../hold.ts';
import { doubt, heard } from '../online.ts';
import { feelDone } from './feel.ts';

onDoubt(() => void doubt());
onRefusedPerson((path, isGone) => (isGone ? void whenFree(async () => gone()) : signedOut(path)));

type Listener = (path: string | null) => void;
const unauthorized = new Set<Listener>();

/** Calls the listener after an answer of 401: with the path for a call of this page. */
export function onUnauthorized(listener: Listener): () => void {
  unauthorized.add(listener);
  return () => unauthorized.delete(listener);
}

let gone = () => {};
/** Calls `listener` when the server reports that the account that was signed in here is deleted. */
export const onAccountGone = (listener: () => void): void => {
  gone = listener;
};

function failed(error: unknown): void {
  if (error instanceof NetworkError) void doubt();
  else if (error instanceof ApiError && error.code !== 'unknown') heard();
}

/** A call of this client or another was answered 401; this is not reported while the session is being ended here. */
export function signedOut(path: string | null = null): void {
  void whenFree(async () => {
    for (const listener of unauthorized) listener(path);
  });
}

/**
 * A page begins several reads at once. Each gets a task of its own, so that a slow phone can react to the finger in
 * between.
 */
const ownTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * The one cache. Its keys are paths, whose segments the default reader joins (spec §7). Nothing is read again by
 * itself; data restored from the device is marked stale, so that a visible page reads it again.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: failed, onSuccess: heard }),
  mutationCache: new MutationCache({
    onError: failed,
    onSuccess: () => {
      heard();
      // Every mutation is an act of the person.
      feelDone();
    },
  }),
  defaultOptions: {
    queries: {
      queryFn: async ({ queryKey, signal }) => {
        await ownTask();
        return request('GET', queryKey.join('/'), { signal });
      },
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
