import type { Query, QueryClient } from '@tanstack/react-query';
import { isOnline, lostAt, onBackOnline } from '../lib/online.ts';
import { restoreNewer } from './cache/persisted-cache.ts';
import { onStored } from './push/open-from-push.ts';

/** The age up to which read data counts as current. */
const freshMs = 10_000;

let isListening = () => false;
/** `isTold`: whether all changes until now were reported, so that nothing must be read by itself. */
export const whileTold = (isTold: () => boolean): void => {
  isListening = isTold;
};

/**
 * Whether data read at that time (milliseconds) is current, as far as this page can know; otherwise a return reads
 * it again.
 */
export const isCurrent = (readAt: number): boolean => isListening() || readAt > Date.now() - freshMs;

const isSeen = () => document.visibilityState === 'visible';

/**
 * Updates the visible data whenever the person returns to it, once for any number of events: from another app, from
 * another page, or with the network. Data stored by the worker meanwhile is shown first, without a network. Nothing
 * is read while out of sight; other data is read when it is next shown.
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
    // Without a network, the reads are made at its return, which is being watched.
    if (isSeen() && isOnline()) await read(({ state }) => !isCurrent(state.dataUpdatedAt), false);
  };
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && void back());
  document.addEventListener('visibilitychange', () => isSeen() && void back());
  // Data that was read since has shown that the network is back. Reads that began without a network may hang for long.
  onBackOnline(() => void read(readBefore(lostAt()), true));
  onStored(() => void restoreNewer(client));
}
