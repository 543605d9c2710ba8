/** The product's interface to the issuer that knows its people (design §6). */
export interface Identity {
  /**
   * The address for the browser, and the values that its return is checked against (kept in a cookie of this
   * attempt).
   * @throws IdentityUnavailable
   */
  begin(redirectUri: string): Promise<{ url: string; attempt: SignInAttempt }>;
  /**
   * Exchanges the return's code, and checks state, nonce and PKCE; `session` is the issuer's name for its own
   * session. The issuer's tokens are read and not kept.
   * @param returnedTo the redirect URI of `begin` with the parameters that the issuer added
   * @throws IdentityRefused, IdentityUnavailable
   */
  finish(returnedTo: URL, attempt: SignInAttempt): Promise<{ claims: Claims; session: string | null }>;
  /**
   * The address at which the browser ends the issuer's own session; `null` if the issuer has none.
   * @param session the issuer's name for it, if it gave one
   * @throws IdentityUnavailable
   */
  endUrl(session: string | null, returnTo: string): Promise<string | null>;
  /**
   * Reads and checks a logout token: the person or the session that the issuer has signed out.
   * @throws IdentityRefused, IdentityUnavailable
   */
  readLogout(token: string, now: Date): Promise<LoggedOut>;
}

/** The sessions that are over: all of a person's, or one; at least one of the two is given. */
export interface LoggedOut {
  /** The issuer, in the form of `Claims`. */
  issuer: string;
  subject: string | null;
  session: string | null;
  /** The token's own id, unique at the issuer. */
  id: string;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Claims {
  /** The issuer's address, or 'sandbox' for our own, whose address changes with the port. */
  issuer: string;
  subject: string;
  /** Empty if the issuer gives none. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
}

/**
 * The issuer refused, or our checks of its answer failed. `denied`: the person chose not to sign in. `no_email`: the
 * issuer gives no e-mail address.
 */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
  readonly reason: 'denied' | 'no_email' | 'failed';
  constructor(reason: IdentityRefused['reason'], options?: ErrorOptions) {
    super(`sign-in ${reason}`, options);
    this.reason = reason;
  }
}

/** The issuer could not be reached or is out of order; the attempt may be repeated. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}
