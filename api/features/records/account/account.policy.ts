import { lowerEmail } from '../../../contract/rules/email-address.ts';
import type { Env } from '../../../core/env.ts';
import type { Claims } from '../../../providers/identity/identity.ts';

/** An address, and whether its issuer vouches for it. */
export type Address = Pick<Claims, 'email' | 'emailVerified'>;

type AdminSettings = Pick<Env, 'ADMIN_EMAILS' | 'ISSUER'>;

/**
 * Whether signing in makes the person an administrator: those named in ADMIN_EMAILS, and the issuer's own
 * administrators.
 */
export function isMadeAdmin(env: AdminSettings, claims: Claims): boolean {
  return isIssuersAdmin(env, claims) || isListed(env, claims);
}

/** Whether this person's next sign-in may make them an administrator, whatever the team has chosen meanwhile. */
export function isAdminByAddress(
  env: AdminSettings,
  user: { issuer: string; email: string; email_verified: 0 | 1 },
): boolean {
  return (
    isIssuersAdmin(env, user) ||
    isListed(env, { email: user.email, emailVerified: user.email_verified === 1 })
  );
}

/** Anyone could claim an unverified address. The list has addresses of ASCII alone. */
export const isListed = (env: Pick<Env, 'ADMIN_EMAILS'>, { email, emailVerified }: Address): boolean =>
  emailVerified && env.ADMIN_EMAILS.includes(lowerEmail(email));

/** Whether the person belongs to the present issuer; people of an earlier issuer can no longer sign in. */
export const canSignIn = ({ ISSUER }: Pick<Env, 'ISSUER'>, user: { issuer: string }): boolean =>
  canonical(user.issuer) === canonical(ISSUER.name);

const isIssuersAdmin = (env: Pick<Env, 'ISSUER'>, person: { issuer: string; email: string }): boolean =>
  canSignIn(env, person) && env.ISSUER.admins.includes(lowerEmail(person.email));

/** An issuer may spell its own address differently from the environment. */
const canonical = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).href : issuer);
