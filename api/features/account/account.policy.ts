import { personas } from '../../db/seed/people.ts';
import type { Env } from '../../env.ts';
import type { Claims } from '../../providers/identity/identity.ts';

/**
 * Who becomes an administrator by signing in: those whom ADMIN_EMAILS names, where their issuer vouches for the
 * address; and the sandbox's own administrator. Anyone could claim an address that nobody has verified.
 */
export function isMadeAdmin(env: Pick<Env, 'ADMIN_EMAILS'>, claims: Claims): boolean {
  return isSandboxAdmin(claims) || (claims.emailVerified && isListed(env, claims));
}

/** Whether this person's next sign-in may make them an administrator, whatever was chosen for them meanwhile. */
export function isAdminByAddress(
  env: Pick<Env, 'ADMIN_EMAILS'>,
  user: { issuer: string; email: string },
): boolean {
  return isSandboxAdmin(user) || isListed(env, user);
}

const isSandboxAdmin = ({ issuer, email }: { issuer: string; email: string }): boolean =>
  issuer === 'sandbox' && email.toLowerCase() === personas.admin.email;

const isListed = (env: Pick<Env, 'ADMIN_EMAILS'>, { email }: { email: string }): boolean =>
  env.ADMIN_EMAILS.includes(email.toLowerCase());
