import { isLoopback } from './loopback.ts';
import { personas } from './personas.ts';

/** What of the environment decides whether sandboxes may stand in. */
export interface Given {
  NODE_ENV?: string | undefined;
  SANDBOX?: '0' | '1' | undefined;
  PUBLIC_URL?: string | undefined;
  HOST?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
}

/**
 * Why this server must not start, in one line that begins with the value's name; `null` where it may. A sandbox's
 * sign-in makes anybody an administrator, so one that was not asked for by name is for this machine alone: a setting
 * that was lost must never open a house.
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
    return `PUBLIC_URL ${PUBLIC_URL} is for others, whom sandboxes would let in as anyone: ${cure}, or SANDBOX=1`;
  if (HOST && !isLoopback(HOST))
    return `HOST ${HOST} is open to others, whom sandboxes would let in as anyone: ${cure}, or SANDBOX=1`;
  return null;
}

/** Who signs people in. */
export interface Issuer {
  /** What its people are stored under. */
  name: string;
  /** Those of its people who are administrators by their address alone, in small letters. */
  admins: readonly string[];
}

/** Our own issuer goes by a name, since its address moves with the port; its administrator is there to be tried out. */
export const sandboxIssuer: Issuer = { name: 'sandbox', admins: [personas.admin.email] };

export const issuerOf = ({ OIDC_ISSUER }: Pick<Given, 'OIDC_ISSUER'>): Issuer =>
  OIDC_ISSUER ? { name: OIDC_ISSUER, admins: [] } : sandboxIssuer;
