import type { Deps } from '../deps.ts';
import { reconcile } from './reconcile.ts';

const everyMs = 30_000;

export interface Jobs {
  /** One round of everything, after the one under way. */
  runOnce(): Promise<void>;
  /** No round begins any more; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** What runs again and again beside the requests, one round at a time. */
export function startJobs(deps: Deps): Jobs {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;

  async function round(): Promise<void> {
    try {
      await reconcile(deps, stopping.signal);
    } catch (err) {
      deps.log.error({ err }, 'a round of jobs failed');
    } finally {
      underWay = null;
    }
  }
  async function runOnce(): Promise<void> {
    while (underWay) await underWay;
    if (stopping.signal.aborted) return;
    underWay = round();
    await underWay;
  }

  const timer = setInterval(() => {
    if (!underWay) void runOnce();
  }, everyMs);
  return {
    runOnce,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await underWay;
    },
  };
}
