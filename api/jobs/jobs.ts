import type { Deps } from '../deps.ts';
import { noteFailingRounds } from '../features/records/team-notices/failed-jobs.service.ts';
import { accountDeletions } from './account-deletions.ts';
import { cleaning } from './cleaning.ts';
import { dataExports } from './data-exports.ts';
import { missedEvents } from './missed-events.ts';
import { notices } from './notices.ts';
import { overtimeLapses } from './overtime-lapses.ts';
import { publications } from './publications.ts';
import { pushes } from './pushes.ts';
import { reconcile } from './reconcile.ts';
import { roads } from './roads.ts';
import { unpaid } from './unpaid.ts';
import { waitingChats } from './waiting-chats.ts';

const everyMs = 30_000;
/** The interval of jobs whose result a person waits for, with the phone in hand. */
const pushesEveryMs = 5_000;
/** Nobody waits for the cleaning. */
const cleaningEveryMs = 3_600_000;
/** The provider itself repeats an event for days. */
const missedEveryMs = 3_600_000;

export interface Jobs {
  /** Runs one round of every job, after those under way. */
  runOnce(): Promise<void>;
  /** Starts no further round; resolves when those under way are over. */
  stop(): Promise<void>;
}

interface Job extends Jobs {
  /** Runs a round at each interval from now on. */
  start(): void;
}

type Work = (deps: Deps, stopping: AbortSignal) => Promise<void>;

/** Runs the jobs beside the requests, each by itself, so that none waits for another's counterparty. */
export function startJobs(deps: Deps): Jobs {
  if (!deps.mail) deps.log.warn({}, 'SMTP_URL is not set: members get no mail');
  const jobs = jobsOf(deps);
  for (const job of jobs) job.start();
  return together(jobs);
}

/**
 * The jobs without their intervals, for tests: a round runs only when it is asked for.
 * @param options with `atOnce`, the jobs of a round run beside each other, as in production; otherwise in the order
 *   of `jobsOf`, so that no test's result depends on which of two was quicker
 */
export function idleJobs(deps: Deps, { atOnce = false } = {}): Jobs {
  const jobs = jobsOf(deps);
  if (atOnce) return together(jobs);
  return {
    ...together(jobs),
    async runOnce() {
      for (const job of jobs) await job.runOnce();
    },
  };
}

function jobsOf(deps: Deps): Job[] {
  return [
    repeat(deps, reconcile),
    repeat(deps, unpaid),
    repeat(deps, overtimeLapses),
    repeat(deps, waitingChats),
    repeat(deps, publications),
    repeat(deps, roads),
    repeat(deps, notices),
    repeat(deps, pushes, pushesEveryMs),
    repeat(deps, dataExports, pushesEveryMs),
    repeat(deps, accountDeletions),
    repeat(deps, cleaning, cleaningEveryMs),
    repeat(deps, missedEvents, missedEveryMs),
  ];
}

function together(jobs: Job[]): Jobs {
  return {
    async runOnce() {
      await Promise.all(jobs.map((job) => job.runOnce()));
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** A failure that lasts shorter, such as a restart of the database, passes without a letter. */
const failingMs = 10 * 60_000;

/** Tells the team of work whose rounds have failed for a while. */
async function noteFailing(deps: Deps, name: string, since: Date): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  if (now.getTime() - since.getTime() < failingMs) return;
  try {
    await db.transaction().execute((tx) => noteFailingRounds(tx, { name, now: now.toISOString() }));
  } catch (err) {
    log.error({ err, job: name }, 'the team could not be told of failing jobs');
  }
}

/** Runs one round at a time. */
function repeat(deps: Deps, work: Work, ms = everyMs): Job {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  let failing: { since: Date } | null = null;

  async function round(): Promise<void> {
    try {
      await work(deps, stopping.signal);
      failing = null;
    } catch (err) {
      deps.log.error({ err, job: work.name }, 'a round of jobs failed');
      failing ??= { since: deps.clock.now() };
      await noteFailing(deps, work.name, failing.since);
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
  let first: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    runOnce,
    start() {
      // The first round comes soon after the start; otherwise a server restarted each hour would never run an hourly
      // job.
      first = setTimeout(next, Math.min(ms, everyMs));
      timer = setInterval(next, ms);
    },
    async stop() {
      stopping.abort();
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}
