import { personas } from '../../db/seed/people.ts';
import type { Env } from '../../env.ts';
import type { Claims } from '../../providers/identity/identity.ts';

/** An address, and whether its issuer vouches for it. */
export type Address = Pick<Claims, 'email' | 'emailVerified'>;

/**
 * Who becomes an administrator by signing in: those whom ADMIN_EMAILS names, and the sandbox's own administrator.
 */
export function isMadeAdmin(env: Pick<Env, 'ADMIN_EMAILS'>, claims: Claims): boolean {
  return isSandboxAdmin(claims) || isListed(env, claims);
}

/** Whether this person's next sign-in may make them an administrator, whatever was chosen for them meanwhile. */
export function isAdminByAddress(
  env: Pick<Env, 'ADMIN_EMAILS'>,
  user: { issuer: string; email: string; email_verified: 0 | 1 },
): boolean {
  return (
    isSandboxAdmin(user) || isListed(env, { email: user.email, emailVerified: user.email_verified === 1 })
  );
}

/** Anyone could claim an address that nobody has verified. */
export const isListed = (env: Pick<Env, 'ADMIN_EMAILS'>, { email, emailVerified }: Address): boolean =>
  emailVerified && env.ADMIN_EMAILS.includes(email.toLowerCase());

/** Whether the issuer that signs people in now is theirs: what came from the sandbox is nobody's once it is gone. */
export function canSignIn(env: { OIDC_ISSUER?: Env['OIDC_ISSUER'] }, user: { issuer: string }): boolean {
  if (!env.OIDC_ISSUER || !URL.canParse(user.issuer)) return !env.OIDC_ISSUER && user.issuer === 'sandbox';
  return new URL(env.OIDC_ISSUER).href === new URL(user.issuer).href;
}

const isSandboxAdmin = ({ issuer, email }: { issuer: string; email: string }): boolean =>
  issuer === 'sandbox' && email.toLowerCase() === personas.admin.email;
