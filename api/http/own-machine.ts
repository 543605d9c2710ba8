import type { IncomingMessage } from 'node:http';
import type { Env } from '../core/env.ts';
import { isLoopback } from '../core/loopback.ts';

/** Headers that proxies add to the requests they forward. */
const passedOn = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request must be refused because it reached unasked-for sandboxes from another machine: through a proxy
 * on this machine, or under a name that was made to lead here. Listening on loopback alone prevents neither.
 */
export function isStranger(env: Pick<Env, 'SANDBOX' | 'SANDBOX_SAID'>): (req: IncomingMessage) => boolean {
  if (!env.SANDBOX || env.SANDBOX_SAID) return () => false;
  // Nearly all requests name the same host, and reading an address costs more than the rest.
  let last = { host: '', isOurs: false };
  return ({ headers }) => {
    const host = headers.host ?? '';
    if (last.host !== host) last = { host, isOurs: isOurs(`http://${host}`) };
    return passedOn.some((name) => name in headers) || !last.isOurs;
  };
}

const isOurs = (address: string): boolean => URL.canParse(address) && isLoopback(new URL(address).hostname);

export const strangerAnswer = 'This is a sandbox for its own machine alone. SANDBOX=1 opens it to others.\n';
