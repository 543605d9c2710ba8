import Router from '@koa/router';
import { Refusal } from '../../../../core/refusal.ts';
import type { Deps } from '../../../../deps.ts';
import { readForm } from '../../../../http/body.ts';
import { IdentityRefused, IdentityUnavailable } from '../../../../providers/identity/identity.ts';
import { endByIssuer } from './issuer-logout.service.ts';

export const issuerLogoutPath = '/api/backchannel-logout';

/** The issuer's own call (OpenID Connect Back-Channel Logout 1.0), proved by a signature instead of a session. */
export function issuerLogoutRouter(deps: Deps): Router {
  const router = new Router({ sensitive: true });
  router.post(issuerLogoutPath, async (ctx) => {
    await deps.limits.write(ctx.ip, null);
    ctx.set('cache-control', 'no-store');
    const [token, ...others] = (await readForm(ctx, deps.limits)).getAll('logout_token');
    try {
      if (!token || others.length > 0) throw new IdentityRefused('failed');
      await endByIssuer(deps, token);
    } catch (cause) {
      if (cause instanceof IdentityUnavailable)
        throw new Refusal(
          'unavailable',
          'The sessions could not be ended just now. Please try again in a moment.',
          { cause, retryAfterSeconds: 5 },
        );
      if (!(cause instanceof IdentityRefused)) throw cause;
      throw new Refusal('invalid_input', 'The logout token is invalid or meant for another server', {
        cause,
        log: 'a logout token was refused',
      });
    }
    ctx.body = '';
    ctx.status = 200;
  });
  return router;
}
