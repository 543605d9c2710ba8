/** What the product asks of whoever knows who people are (design §6). */
export interface Identity {
  /**
   * Where to send the browser, and what its return will be checked against (kept in a cookie of this attempt).
   * @throws IdentityUnavailable
   */
  begin(redirectUri: string): Promise<{ url: string; attempt: SignInAttempt }>;
  /**
   * Exchanges the return's code and checks state, nonce and PKCE; `session` is the issuer's name for its own. The
   * issuer's tokens are read and let go: nobody has them after that.
   * @param returnedTo the redirect URI of `begin` with what the issuer added to it
   * @throws IdentityRefused, IdentityUnavailable
   */
  finish(returnedTo: URL, attempt: SignInAttempt): Promise<{ claims: Claims; session: string | null }>;
  /**
   * Where to send the browser to end the issuer's own session; `null` where it offers nothing.
   * @param session the issuer's name for it, where it said one
   * @throws IdentityUnavailable
   */
  endUrl(session: string | null, returnTo: string): Promise<string | null>;
  /**
   * Whom the issuer says it has signed out, of a logout token of now.
   * @throws IdentityRefused, IdentityUnavailable
   */
  readLogout(token: string, now: Date): Promise<LoggedOut>;
}

/** Whose sessions are over: all of a person's, or one; never neither. */
export interface LoggedOut {
  /** As in `Claims`. */
  issuer: string;
  subject: string | null;
  session: string | null;
  /** Another for everything that the issuer says. */
  id: string;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Claims {
  /** The issuer's address, or 'sandbox' for our own, whose address moves with the port. */
  issuer: string;
  subject: string;
  /** Empty where the issuer tells none. */
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
}

/** The issuer, or our checks of its answer, refused. `denied`: the person chose not to. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
  readonly reason: 'denied' | 'failed';
  constructor(reason: 'denied' | 'failed', options?: ErrorOptions) {
    super(`sign-in ${reason}`, options);
    this.reason = reason;
  }
}

/** The issuer could not be reached or is not well; the attempt may be begun again. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}
