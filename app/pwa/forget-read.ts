import { clearCacheRecords } from './cache-records.ts';
import { clearDatabase } from './clear-database.ts';
import { dropLastRead } from './last-read.ts';
import { sealCache } from './persisted-cache.ts';
import { seenName } from './photos/names.ts';
import { closeShown } from './push-here.ts';

/**
 * The session has ended, on another device or by itself: what was read with it goes from this one (design §6). What was
 * written and not sent waits for the same person to sign in.
 */
export async function forgetRead(): Promise<void> {
  // What this page has in memory, too, if it is come back to as it was left; anew, it keeps what it reads again.
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && location.reload());
  dropLastRead();
  await Promise.allSettled([sealCache().then(clearCacheRecords), clearDatabase(seenName), closeShown()]);
}
