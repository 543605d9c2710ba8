import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { issuerKey } from './issuer-key.ts';
import { personOf } from './people.ts';
import { signInPath } from './sign-in.ts';
import { memoryStorage } from './storage.ts';

/** The path under which the product's server mounts the issuer. */
export const mount = '/sandbox/identity';
export const clientId = 'hearthkeep';

const scope = 'openid email profile';
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const hour = 3600;

/** Our issuer: one client, the product itself; people identified by their addresses; codes only with PKCE. */
export function issuerConfiguration({
  publicUrl,
  secret,
  clientSecret,
}: {
  publicUrl: string;
  secret: string;
  clientSecret: string;
}): Configuration {
  const origins = originsOf(publicUrl);
  return {
    adapter: memoryStorage(),
    jwks: { keys: [issuerKey(secret)] },
    cookies: { keys: [secret] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: origins.map((origin) => `${origin}/api/callback`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: endSession },
    },
    interactions: { url: (_ctx, interaction) => mount + signInPath + interaction.uid },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      Session: 24 * hour,
    },
    findAccount: (_ctx, subject) => ({ accountId: subject, claims: () => claimsOf(subject) }),
    // The product itself needs nobody's consent.
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    // The product's own pages explain an error better than an unknown issuer does.
    renderError(ctx) {
      ctx.redirect(ctx.oidc?.route?.startsWith('end_session') ? '/' : '/signin?error=failed');
    },
  };
}

/** PUBLIC_URL's origin, and on loopback its other names too, since a person may type any of them. */
function originsOf(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  return names.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

function claimsOf(email: string) {
  const { firstName, lastName } = personOf(email);
  return {
    sub: email,
    email,
    email_verified: true,
    given_name: firstName,
    family_name: lastName,
    name: `${firstName} ${lastName}`.trim(),
  };
}

/** Signing out of the product also signs out here: without a question, and with an immediate return. */
async function endSession(ctx: KoaContextWithOIDC): Promise<void> {
  const { session } = ctx.oidc;
  const returnTo = session?.state?.postLogoutRedirectUri;
  await session?.destroy();
  ctx.status = 303;
  ctx.redirect(typeof returnTo === 'string' ? returnTo : '/');
}
