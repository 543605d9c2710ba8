import type { FetchImplementation } from 'jose';
import * as oidc from 'openid-client';
import { lowerEmail } from '../../contract/rules/email-address.ts';
import { isLoopback } from '../../core/loopback.ts';
import {
  type Claims,
  type Identity,
  IdentityRefused,
  IdentityUnavailable,
  type SignInAttempt,
} from './identity.ts';
import { type LogoutTokens, logoutTokens } from './logout-token.ts';
import { composeName } from './names.ts';

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name under which this issuer's people are stored, if its address may change. */
  name?: string;
  /** Replaces fetch; the replacement guarantees a safe connection if the issuer's address is plain http. */
  fetch?: oidc.CustomFetch;
}

const patienceSeconds = 8;
const scope = 'openid email profile';

/**
 * Any OpenID Connect issuer: code flow with PKCE (S256), state and nonce. The issuer's metadata is read at the first
 * sign-in and kept; after a failure it is read again. Plain http is for loopback alone.
 */
export function createOidcIdentity(options: OidcOptions): Identity {
  let known: Promise<oidc.Configuration> | null = null;
  let checkLogout: LogoutTokens | null = null;

  function configuration(): Promise<oidc.Configuration> {
    known ??= discover(options).catch((cause) => {
      known = null;
      throw new IdentityUnavailable('the issuer cannot be discovered', { cause });
    });
    return known;
  }

  return {
    async begin(redirectUri) {
      const config = await configuration();
      const attempt: SignInAttempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },

    async finish(returnedTo, attempt) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returnedTo, {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        if (!idClaims) throw new IdentityRefused('failed');
        // An ID token may contain the subject alone; its subject is compared with the userinfo's.
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, idClaims.sub)
          : {};
        const claims = readClaims(idClaims, userInfo, options.name ?? idClaims.iss);
        return { claims, session: readText(idClaims.sid) };
      } catch (cause) {
        throw explain(cause);
      }
    },

    async endUrl(session, returnTo) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      // The issuer recognises the person by its own cookie, and us by the added client id. An `id_token_hint` would
      // require us to store a token with a name and an address (OpenID Connect RP-Initiated Logout 1.0, §2).
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(session !== null && { logout_hint: session }),
      }).href;
    },

    async readLogout(token, now) {
      const { issuer, jwks_uri } = (await configuration()).serverMetadata();
      if (!jwks_uri) throw new IdentityUnavailable('the issuer names no keys');
      const keysUrl = new URL(jwks_uri);
      if (keysUrl.protocol !== 'https:' && !mayBePlain(options))
        throw new IdentityUnavailable('the issuer’s keys are not served over https');
      checkLogout ??= logoutTokens({
        issuer,
        clientId: options.clientId,
        keysUrl,
        fetch: options.fetch as FetchImplementation | undefined,
      });
      return { ...(await checkLogout(token, now)), issuer: options.name ?? issuer };
    },
  };
}

/** Whether plain http is safe for the issuer's address. */
function mayBePlain({ issuer, fetch }: OidcOptions): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && (fetch !== undefined || isLoopback(hostname));
}

const readText = (claim: unknown): string | null => (typeof claim === 'string' && claim ? claim : null);

function discover(options: OidcOptions): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret, fetch } = options;
  const plain = mayBePlain(options);
  return oidc.discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
    timeout: patienceSeconds,
    ...(plain ? { execute: [oidc.allowInsecureRequests] } : {}),
    ...(fetch ? { [oidc.customFetch]: fetch } : {}),
  });
}

/** Uses the method that the issuer names; the standard's default is Basic (OpenID Connect Discovery 1.0, §3). */
function authenticate(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  const post = oidc.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

type Statement = Readonly<Record<string, unknown>>;

function claimOf(statement: Statement, name: string): string {
  const value = statement[name];
  return typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, '')
        .trim()
        .slice(0, 320)
        .toWellFormed()
    : '';
}

/**
 * The address, and whether the issuer vouches for it: a statement about this very address must say so, and none deny
 * it. An ID token that vouches for one address says nothing of another in the userinfo.
 */
function readEmail(statements: readonly Statement[]): Pick<Claims, 'email' | 'emailVerified'> {
  const email = statements.map((statement) => claimOf(statement, 'email')).find(Boolean) ?? '';
  const answers = statements
    .filter((statement) => claimOf(statement, 'email') === email && statement.email_verified !== undefined)
    .map(({ email_verified }) => email_verified === true || email_verified === 'true');
  return {
    email: lowerEmail(email),
    emailVerified: email !== '' && answers.length > 0 && answers.every(Boolean),
  };
}

/** @param userInfo the userinfo, which may be empty; its claims are newer than the ID token's */
function readClaims(idClaims: Statement & { sub: string }, userInfo: Statement, issuer: string): Claims {
  const claim = (name: string): string => claimOf(userInfo, name) || claimOf(idClaims, name);
  const picture = claim('picture');
  return {
    issuer,
    subject: idClaims.sub,
    ...readEmail([userInfo, idClaims]),
    ...composeName({
      name: claim('name'),
      givenName: claim('given_name'),
      familyName: claim('family_name'),
    }),
    pictureUrl: URL.canParse(picture) && new URL(picture).protocol === 'https:' ? picture : null,
  };
}

/** The error in the product's terms; the issuer's own words stay in the cause. */
function explain(cause: unknown): Error {
  if (cause instanceof IdentityRefused) return cause;
  const unavailable = () => new IdentityUnavailable('the issuer does not answer as it should', { cause });
  if (cause instanceof oidc.AuthorizationResponseError) {
    if (cause.error === 'access_denied') return new IdentityRefused('denied', { cause });
    if (cause.error === 'temporarily_unavailable' || cause.error === 'server_error') return unavailable();
  }
  if (cause instanceof oidc.ResponseBodyError && cause.status >= 500) return unavailable();
  if (cause instanceof oidc.ClientError) {
    const answer = cause.cause;
    if (cause.code === 'OAUTH_TIMEOUT' || (answer instanceof Response && answer.status >= 500))
      return unavailable();
  }
  // fetch's report of a network failure.
  if (cause instanceof TypeError && cause.message === 'fetch failed') return unavailable();
  return new IdentityRefused('failed', { cause });
}
