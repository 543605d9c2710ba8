import type { Deps } from '../deps.ts';
import { accountDeletions } from './account-deletions.ts';
import { cleaning } from './cleaning.ts';
import { dataExports } from './data-exports.ts';
import { disputes } from './disputes.ts';
import { notices } from './notices.ts';
import { pushes } from './pushes.ts';
import { reconcile } from './reconcile.ts';
import { unpaid } from './unpaid.ts';

const everyMs = 30_000;
/** The interval of jobs whose result a person waits for, with the phone in hand. */
const pushesEveryMs = 5_000;
/** Nobody waits for the cleaning. */
const cleaningEveryMs = 3_600_000;

export interface Jobs {
  /** Runs one round of every job, after those under way. */
  runOnce(): Promise<void>;
  /** Starts no further round; resolves when those under way are over. */
  stop(): Promise<void>;
}

type Work = (deps: Deps, stopping: AbortSignal) => Promise<void>;

/** Runs the jobs beside the requests, each by itself, so that none waits for another's counterparty. */
export function startJobs(deps: Deps): Jobs {
  if (!deps.mail) deps.log.warn({}, 'SMTP_URL is not set: members are mailed nothing');
  const jobs = [
    repeat(deps, reconcile),
    repeat(deps, unpaid),
    repeat(deps, notices),
    repeat(deps, pushes, pushesEveryMs),
    repeat(deps, dataExports, pushesEveryMs),
    repeat(deps, accountDeletions),
    repeat(deps, cleaning, cleaningEveryMs),
    repeat(deps, disputes, cleaningEveryMs),
  ];
  return {
    async runOnce() {
      await Promise.all(jobs.map((job) => job.runOnce()));
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Runs one round at a time. */
function repeat(deps: Deps, work: Work, ms = everyMs): Jobs {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;

  async function round(): Promise<void> {
    try {
      await work(deps, stopping.signal);
    } catch (err) {
      deps.log.error({ err, job: work.name }, 'a round of jobs failed');
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

  const next = () => {
    if (!underWay) void runOnce();
  };
  // The first round comes soon after the start; otherwise a server restarted each hour would never run an hourly
  // job.
  const first = setTimeout(next, Math.min(ms, everyMs));
  const timer = setInterval(next, ms);
  return {
    runOnce,
    async stop() {
      stopping.abort();
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}
