import type { IncomingMessage } from 'node:http';
import type { Env } from '../core/env.ts';
import { isLoopback } from '../core/loopback.ts';

/** What proxies add to what they pass on. */
const passedOn = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request must not be answered: it came from elsewhere, through a proxy of this machine's or under a name
 * that was made to lead here, to sandboxes that nobody asked for. Listening on loopback alone keeps out neither.
 */
export function isStranger(env: Pick<Env, 'SANDBOX' | 'SANDBOX_SAID'>): (req: IncomingMessage) => boolean {
  if (!env.SANDBOX || env.SANDBOX_SAID) return () => false;
  return ({ headers }) => {
    const host = `http://${headers.host}`;
    return (
      passedOn.some((name) => name in headers) || !URL.canParse(host) || !isLoopback(new URL(host).hostname)
    );
  };
}

export const strangerAnswer = 'This is a sandbox for its own machine alone. SANDBOX=1 opens it to others.\n';
