import type { Conditions } from './conditions.ts';
import type { Draw } from './random.ts';
import type { Timeline } from './timeline.ts';

/** A page or a worker. It runs until it is killed, and pauses while it is frozen. */
export interface Process {
  alive: boolean;
  frozenUntil: number;
}

/** Lets the processes of a device wait, and kills them. */
export function processLife({
  timeline,
  draw,
  conditions,
  killAt,
  onKill,
}: {
  timeline: Timeline;
  draw: Draw;
  conditions: Conditions;
  killAt: number | undefined;
  onKill: (process: Process) => void;
}) {
  let kills = 0;
  let steps = 0;

  /** Resolves after so many milliseconds and not while the process is frozen; never if it has been killed. */
  function pause(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        if (!process.alive) return;
        if (process.frozenUntil > timeline.now()) timeline.at(process.frozenUntil, wake);
        else resolve();
      };
      timeline.at(timeline.now() + ms, wake);
    });
  }

  function kill(process: Process): void {
    kills += 1;
    process.alive = false;
    onKill(process);
  }

  return {
    start: (): Process => ({ alive: true, frozenUntil: 0 }),
    pause,
    kill,
    /** A place at which a process may be killed; otherwise it pauses there. */
    async step(process: Process, ms = draw.upTo(4)): Promise<void> {
      steps += 1;
      if (steps === killAt || draw.chance(conditions.weather.kill)) kill(process);
      await pause(process, ms);
    },
    /** The number of killed processes. */
    kills: () => kills,
    /** The number of places at which a process could have been killed. */
    steps: () => steps,
  };
}
export type ProcessLife = ReturnType<typeof processLife>;
