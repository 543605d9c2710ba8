/** What the product asks of whoever knows who people are (design §6). */
export interface Identity {
  /** Where to send the browser, and what its return will be checked against (kept in a cookie of this attempt). */
  begin(redirectUri: string): Promise<{ url: string; attempt: SignInAttempt }>;
  /** Exchanges the return's code and checks state, nonce and PKCE. @throws IdentityRefused */
  finish(returnedTo: URL, attempt: SignInAttempt): Promise<Claims>;
  /** Where to send the browser to end the issuer's own session; `null` where it offers nothing. */
  endUrl(idToken: string | null, returnTo: string): Promise<string | null>;
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
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
}

export class IdentityRefused extends Error {}
