import { queryClient } from '../../lib/cache/query-client.ts';
import { forgetCache } from '../cache/persisted-cache.ts';
import { closeShown } from '../push/push-here.ts';
import { tellEnded } from './forget.ts';
import { forgetStored } from './forget-stored.ts';

let forgotten: Promise<unknown> | null = null;

/**
 * The session has ended, on another device or by itself: what was read with it goes from this one (design §6). What was
 * written and not sent waits for the same person to sign in. Once: a page that has met a 401 keeps nothing from then on.
 */
export function forgetRead(): Promise<unknown> {
  forgotten ??= forget();
  return forgotten;
}

function forget(): Promise<unknown> {
  // What this page has in memory, too, if it is come back to as it was left; anew, it keeps what it reads again.
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && location.reload());
  const cacheGone = forgetCache(queryClient);
  tellEnded();
  return Promise.allSettled([cacheGone, forgetStored(), closeShown()]);
}
