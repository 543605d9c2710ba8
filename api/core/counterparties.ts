import { isLoopback } from './loopback.ts';
import { personas } from './personas.ts';

/** The environment values that decide whether sandboxes may be used. */
export interface Given {
  NODE_ENV?: string | undefined;
  SANDBOX?: '0' | '1' | undefined;
  PUBLIC_URL?: string | undefined;
  HOST?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
}

/**
 * The reason why this server must not start, in one line that begins with the value's name; `null` if it may start.
 * A sandbox's sign-in makes anybody an administrator. A sandbox that was not asked for by name therefore serves this
 * machine alone, so that a lost setting never opens a server to strangers.
 */
export function whyNotStart(given: Given): string | null {
  const { SANDBOX, PUBLIC_URL, HOST, OIDC_ISSUER, STRIPE_SECRET_KEY } = given;
  const missing = [!OIDC_ISSUER && 'OIDC_ISSUER', !STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY'].filter(Boolean);
  if (missing.length === 0) return null;
  const cure = `set ${missing.join(' and ')}`;
  if (SANDBOX === '0') return `SANDBOX is 0, which forbids sandboxes: ${cure}`;
  if (STRIPE_SECRET_KEY?.includes('_live_'))
    return `STRIPE_SECRET_KEY is a live key, but sign-in would be a sandbox: ${cure}`;
  if (SANDBOX === '1') return null;
  if (missing.length === 1) return `SANDBOX must be 1 for a sandbox beside a real provider; or ${cure}`;
  if (given.NODE_ENV === 'production')
    return `SANDBOX must be 1 for production to run on sandboxes; or ${cure}`;
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname))
    return `PUBLIC_URL ${PUBLIC_URL} can be reached by others, and a sandbox lets them sign in as anyone: ${cure}, or SANDBOX=1`;
  if (HOST && !isLoopback(HOST))
    return `HOST ${HOST} can be reached by others, and a sandbox lets them sign in as anyone: ${cure}, or SANDBOX=1`;
  return null;
}

/** The issuer that signs people in. */
export interface Issuer {
  /** The name under which its people are stored. */
  name: string;
  /** The addresses of its people who are administrators by their address alone, in lower case. */
  admins: readonly string[];
}

/**
 * The sandbox's issuer has a fixed name because its address changes with the port. Its administrator is a persona
 * for trying the product.
 */
export const sandboxIssuer: Issuer = { name: 'sandbox', admins: [personas.admin.email] };

export const issuerOf = ({ OIDC_ISSUER }: Pick<Given, 'OIDC_ISSUER'>): Issuer =>
  OIDC_ISSUER ? { name: OIDC_ISSUER, admins: [] } : sandboxIssuer;
