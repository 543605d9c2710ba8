import { queryClient } from '../../lib/cache/query-client.ts';
import { forgetCache } from '../cache/persisted-cache.ts';
import { closeShown } from '../push/push-here.ts';
import { tellEnded } from './forget.ts';
import { forgetStored } from './forget-stored.ts';

let forgotten: Promise<unknown> | null = null;

/**
 * Removes the read data from this device when its session has ended, on another device or by itself (design §6).
 * Unsent work waits for the same person to sign in. Runs once: a page that has received a 401 stores nothing from
 * then on.
 */
export function forgetRead(): Promise<unknown> {
  forgotten ??= forget();
  return forgotten;
}

function forget(): Promise<unknown> {
  // The page is reloaded if it returns from the browser's cache, which still has its memory; the new page stores
  // its reads again.
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && location.reload());
  const cacheGone = forgetCache(queryClient);
  tellEnded();
  return Promise.allSettled([cacheGone, forgetStored(), closeShown()]);
}
