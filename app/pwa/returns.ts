import type { Query, QueryClient } from '@tanstack/react-query';
import { isOnline, lostAt, onBackOnline } from '../lib/online.ts';
import { restoreNewer } from './cache/persisted-cache.ts';
import { onStored } from './push/open-from-push.ts';

/** What was read so shortly ago is as it was. */
const freshMs = 10_000;

let told = () => false;
/** `isTold`: whether all that changed until now has been told, so that nothing needs to be read unasked. */
export const whileTold = (isTold: () => boolean): void => {
  told = isTold;
};

/** Whether what was read then (milliseconds) is as it is, as far as this page can know; else a return reads it again. */
export const isCurrent = (readAt: number): boolean => told() || readAt > Date.now() - freshMs;

const isSeen = () => document.visibilityState === 'visible';

/**
 * Brings what is on screen up to date whenever somebody comes back to it, once, however many events say so: from
 * another app, from another page, or with the network. What the worker has stored meanwhile is shown first, which
 * needs no network. Out of sight nothing is read; the rest is, when it is next looked at.
 */
export function followReturns(client: QueryClient): void {
  const read = (isOld: (query: Query) => boolean, cancelRefetch: boolean) =>
    client.invalidateQueries(
      {
        predicate: (query) => query.state.isInvalidated || isOld(query),
        refetchType: isSeen() ? 'active' : 'none',
      },
      { cancelRefetch },
    );
  const readBefore =
    (time: number) =>
    ({ state }: Query) =>
      state.dataUpdatedAt <= time;

  const back = async () => {
    await restoreNewer(client);
    // Else the network's return is the occasion, which is being looked for.
    if (isSeen() && isOnline()) await read(({ state }) => !isCurrent(state.dataUpdatedAt), false);
  };
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && void back());
  document.addEventListener('visibilitychange', () => isSeen() && void back());
  // What was read since is what showed that it is back; reads that began without it may hang for long.
  onBackOnline(() => void read(readBefore(lostAt()), true));
  onStored(() => void restoreNewer(client));
}
