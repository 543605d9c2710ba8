import { resolve } from 'node:path';

/** The variables of `faketime`, and the zone; a process without them would run on another day. */
const ofTheClock = ['TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * The environment of a process that a test starts: the same programs and clock, and a shared cache of compiled code.
 * No other variable reaches it.
 */
export function processEnv(): Record<string, string | undefined> {
  const here = Object.fromEntries(['PATH', ...ofTheClock].map((name) => [name, process.env[name]]));
  return { ...here, NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };
}
