import type { Env } from '../../core/env.ts';
import type { Claims } from '../../providers/identity/identity.ts';

/** An address, and whether its issuer vouches for it. */
export type Address = Pick<Claims, 'email' | 'emailVerified'>;

type Told = Pick<Env, 'ADMIN_EMAILS' | 'ISSUER'>;

/** Who becomes an administrator by signing in: those whom ADMIN_EMAILS names, and the issuer's own administrators. */
export function isMadeAdmin(env: Told, claims: Claims): boolean {
  return isIssuersAdmin(env, claims) || isListed(env, claims);
}

/** Whether this person's next sign-in may make them an administrator, whatever was chosen for them meanwhile. */
export function isAdminByAddress(
  env: Told,
  user: { issuer: string; email: string; email_verified: 0 | 1 },
): boolean {
  return (
    isIssuersAdmin(env, user) ||
    isListed(env, { email: user.email, emailVerified: user.email_verified === 1 })
  );
}

/** Anyone could claim an address that nobody has verified. */
export const isListed = (env: Pick<Env, 'ADMIN_EMAILS'>, { email, emailVerified }: Address): boolean =>
  emailVerified && env.ADMIN_EMAILS.includes(email.toLowerCase());

/** Whether the issuer that signs people in now is theirs: whom another one left behind can sign in no more. */
export const canSignIn = ({ ISSUER }: Pick<Env, 'ISSUER'>, user: { issuer: string }): boolean =>
  canonical(user.issuer) === canonical(ISSUER.name);

const isIssuersAdmin = (env: Pick<Env, 'ISSUER'>, person: { issuer: string; email: string }): boolean =>
  canSignIn(env, person) && env.ISSUER.admins.includes(person.email.toLowerCase());

/** An issuer may spell its address otherwise than the environment does. */
const canonical = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).href : issuer);
