import { patienceMs } from '../news.ts';
import type { Process } from './processes.ts';
import type { Timeline } from './timeline.ts';

/** A model of Web Locks: one process holds the lock and the others queue. A process that waits too long takes it. */
export function webLocks(has: boolean, timeline: Timeline, step: (process: Process) => Promise<void>) {
  let holder: Process | null = null;
  let line: { process: Process; go: () => void }[] = [];

  function release(process: Process): void {
    line = line.filter((waiting) => waiting.process !== process);
    if (holder !== process) return;
    const next = line.shift();
    holder = next?.process ?? null;
    next?.go();
  }

  function wait(process: Process): Promise<void> {
    return new Promise((go) => {
      const waiting = { process, go };
      line.push(waiting);
      timeline.at(timeline.now() + patienceMs, () => {
        if (!process.alive || !line.includes(waiting)) return;
        line = line.filter((other) => other !== waiting);
        holder = process;
        go();
      });
    });
  }

  return {
    release,
    async hold<T>(process: Process, work: () => Promise<T>): Promise<T> {
      if (!has) return work();
      if (holder) await wait(process);
      else holder = process;
      await step(process);
      try {
        return await work();
      } finally {
        release(process);
      }
    },
  };
}
