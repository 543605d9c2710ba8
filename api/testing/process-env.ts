import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `faketime` gives a process, and the zone: whoever does not hand them on starts a process on another day. */
const ofTheClock = ['TZ', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * The environment of a process that a test starts: programs and the machine's clock as here, and code that is compiled
 * once for all starts. Nothing else of what is set here reaches it.
 */
export function processEnv(): Record<string, string | undefined> {
  const here = Object.fromEntries(['PATH', ...ofTheClock].map((name) => [name, process.env[name]]));
  return { ...here, NODE_COMPILE_CACHE: join(tmpdir(), 'hearthkeep-compiled') };
}
