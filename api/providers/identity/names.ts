import { isVisible } from '../../contract/rules/visible-text.ts';

/** The claims of an issuer about a person's name; each may be missing or empty. */
export interface NameClaims {
  name: string;
  givenName: string;
  familyName: string;
}

/** Scripts that write names without a space between their parts. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** The rest of a whole name beside one part of it, before or after it; `null` if the part is not in it. */
function beside(whole: string, part: string): string | null {
  const gap = unspaced.test(whole) ? '' : ' ';
  if (whole.startsWith(part + gap)) return whole.slice(part.length).trim();
  if (whole.endsWith(gap + part)) return whole.slice(0, -part.length).trim();
  return null;
}

function divided(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.split(' ');
  return { firstName, lastName: others.join(' ') };
}

/**
 * A person's two names, made from what issuers send. Some give both parts (Google, Entra, Keycloak, Auth0), some the
 * whole name as the given name (authentik), some the whole name and one part, some a whole name alone (Authelia) or
 * nothing (Apple). A name that is an e-mail address, as Auth0 sends it for a password's account, is none.
 */
export function composeName(claims: NameClaims): { firstName: string; lastName: string } {
  const clean = (text: string) => (isVisible(text) ? text.replace(/\s+/g, ' ').trim() : '');
  const given = clean(claims.givenName);
  const family = clean(claims.familyName);
  const sent = clean(claims.name);
  const name = /^\S+@\S+$/.test(sent) ? '' : sent;
  if (given && family) {
    if (name === `${given} ${family}` || name === `${family} ${given}`)
      return { firstName: given, lastName: family };
    if (given === family) return divided(given);
    // One of the two may be the whole name.
    return { firstName: beside(given, family) ?? given, lastName: beside(family, given) ?? family };
  }
  if (given) {
    if (name === given || !name) return divided(given);
    return { firstName: given, lastName: beside(name, given) ?? '' };
  }
  if (family) {
    if (name === family && family.includes(' ')) return divided(family);
    return { firstName: name === family ? '' : (beside(name, family) ?? ''), lastName: family };
  }
  return divided(name);
}
