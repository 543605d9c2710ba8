import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { IdentityRefused, IdentityUnavailable, type LoggedOut } from './identity.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** The greatest age of a token, and the greatest error of a clock; ids are remembered for longer. */
const maxAgeSeconds = 300;
const clockSeconds = 60;
const patienceMs = 8_000;
/** Symmetric keys are excluded: a person who has ours could sign for the issuer. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export type LogoutTokens = (token: string, now: Date) => Promise<LoggedOut>;

/** Checks an issuer's logout token as OpenID Connect Back-Channel Logout 1.0, §2.6, requires. */
export function logoutTokens(of: {
  issuer: string;
  clientId: string;
  keysUrl: URL;
  fetch?: FetchImplementation | undefined;
}): LogoutTokens {
  const keys = createRemoteJWKSet(of.keysUrl, {
    timeoutDuration: patienceMs,
    ...(of.fetch && { [customFetch]: of.fetch }),
  });
  return async (token, now) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: of.issuer,
      audience: of.clientId,
      algorithms,
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockSeconds,
      currentDate: now,
    }).catch((cause: unknown) => {
      throw isTheirs(cause)
        ? new IdentityUnavailable('the issuer’s keys cannot be read', { cause })
        : new IdentityRefused('failed', { cause });
    });
    const { sub, sid, jti, nonce, events } = payload;
    const statement = (events as Record<string, unknown> | undefined)?.[event];
    const { typ = 'logout+jwt' } = protectedHeader;
    const isLogout =
      // Issuers older than the special type use the general type of tokens.
      /^(application\/)?(logout\+)?jwt$/i.test(typ) &&
      typeof statement === 'object' &&
      statement !== null &&
      nonce === undefined &&
      isName(sub) &&
      isName(sid) &&
      (sub !== undefined || sid !== undefined) &&
      typeof jti === 'string';
    if (!isLogout) throw new IdentityRefused('failed', { cause: new Error('this is no logout token') });
    return { issuer: of.issuer, subject: sub ?? null, session: (sid as string | undefined) ?? null, id: jti };
  };
}

const isName = (claim: unknown): boolean =>
  claim === undefined || (typeof claim === 'string' && claim !== '');

/** Whether the issuer failed, and not the token. */
const isTheirs = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC';
