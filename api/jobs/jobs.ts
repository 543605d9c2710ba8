import type { Deps } from '../deps.ts';
import { reconcile } from './reconcile.ts';

const everyMs = 30_000;

export interface Jobs {
  /** One round of everything, now. */
  runOnce(): Promise<void>;
  /** No round begins any more; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** What runs again and again beside the requests, one round at a time. */
export function startJobs(deps: Deps): Jobs {
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  const runOnce = () => {
    round = round.then(async () => {
      if (stopped) return;
      try {
        await reconcile(deps);
      } catch (err) {
        deps.log.error({ err }, 'a round of jobs failed');
      }
    });
    return round;
  };
  const timer = setInterval(runOnce, everyMs);
  return {
    runOnce,
    stop() {
      stopped = true;
      clearInterval(timer);
      return round;
    },
  };
}
