import type { Conditions } from './conditions.ts';
import type { Draw } from './random.ts';
import type { Timeline } from './timeline.ts';

/** A page or a worker: what runs until it is killed, and stands still while it is frozen. */
export interface Process {
  alive: boolean;
  frozenUntil: number;
}

/** The life of a device's processes: how they wait, and at which places they are killed. */
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

  /** Goes on after a while, unless the process is gone by then. */
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
    /** A place where a process may be killed. */
    async step(process: Process, ms = draw.upTo(4)): Promise<void> {
      steps += 1;
      if (steps === killAt || draw.chance(conditions.weather.kill)) kill(process);
      await pause(process, ms);
    },
    /** How many processes have been killed. */
    kills: () => kills,
    /** At how many places one could have been. */
    steps: () => steps,
  };
}
export type ProcessLife = ReturnType<typeof processLife>;
