import { personas } from '../../db/seed/people.ts';
import type { Env } from '../../env.ts';
import type { Claims } from '../../providers/identity/identity.ts';

/**
 * Who becomes an administrator by signing in: those whom ADMIN_EMAILS names, where their issuer vouches for the
 * address; and the sandbox's own administrator. Anyone could claim an address that nobody has verified.
 */
export function isMadeAdmin(env: Pick<Env, 'ADMIN_EMAILS'>, claims: Claims): boolean {
  const email = claims.email.toLowerCase();
  if (claims.issuer === 'sandbox' && email === personas.admin.email) return true;
  return claims.emailVerified && env.ADMIN_EMAILS.includes(email);
}
