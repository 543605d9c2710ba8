import type { Server } from 'node:net';
import { type Env, readEnv } from '../core/env.ts';
import { claimPort, portOf } from '../http/port.ts';

export interface Address {
  env: Env;
  /** Holds the port until the product listens there. */
  claim: Server;
}

/**
 * Reads the environment and takes its port; PORT=0 takes any free one. @throws EnvError naming the value that cannot
 * be used.
 */
export async function claimAddress(given: NodeJS.ProcessEnv): Promise<Address> {
  const env = readEnv(given);
  const claim = await claimPort(env.PORT, env.HOST);
  return { env: env.PORT === 0 ? readEnv({ ...given, PORT: String(portOf(claim)) }) : env, claim };
}
