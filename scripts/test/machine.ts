import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { MachineDate } from './dates.ts';
import { deleteOfDead } from './memory.ts';

const bin = join('node_modules', '.bin');

/**
 * Every process under faketime 0.9.10 takes a semaphore's only place for a moment when it starts. A process that a test
 * kills in that moment keeps it, and all later ones wait for ever. This writes 2^30 places into the semaphore (the file
 * of the C library of 64-bit Linux): the processes share nothing that changes. Later versions of faketime need no
 * semaphore (FAKETIME_DISABLE_SHM).
 */
const withRoom = `
  sem=\${FAKETIME_SHARED%% *}
  [ -z "$sem" ] || printf '\\000\\000\\000\\100' 1<> "/dev/shm/sem.\${sem#/}"
  exec "$@"`;

/** Runs a program of `node_modules/.bin` on a machine of this date and zone. @returns whether it ended well */
export function onMachineOf(
  { at, zone }: MachineDate,
  command: string[],
  env: Record<string, string> = {},
): boolean {
  // faketime refuses to start if a killed one had its process id, and has left its semaphore.
  deleteOfDead(/^(?:sem\.)?faketime_s(?:em|hm)_(\d+)$/);
  // faketime reads its time with date(1). Waits use the monotonic clock, which stays unchanged.
  const { status } = spawnSync('faketime', [at, 'sh', '-c', withRoom, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      TZ: zone,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      ...env,
    },
  });
  return status === 0;
}
