import Router from '@koa/router';
import type { Context } from 'koa';
import type { Log } from '../../../core/log.ts';
import type { Deps } from '../../../deps.ts';
import { IdentityRefused, IdentityUnavailable } from '../../../providers/identity/identity.ts';
import { signIn, signOut } from '../../records/account/sessions/session.ts';
import { attemptCookies } from './attempt-cookie.ts';
import { isOverByIssuer } from './issuer-logout/issuer-logout.service.ts';
import { safeReturnTo } from './return-to.ts';
import { readLanding, recognise } from './sign-in.service.ts';
import type { Leaving } from './sign-out.ts';

/** The values of `/signin?error=`; the issuer's own words never reach the page. */
type SignInError = 'denied' | 'expired' | 'unavailable' | 'no_email' | 'failed';

/** The browser's way to the issuer and back (design §6); these are navigations, not calls of the API. */
export function signInRouter(deps: Deps, { originOf, leave }: Leaving): Router {
  const router = new Router({ sensitive: true });
  const attempts = attemptCookies(deps);

  router.get('/api/login', async (ctx) => {
    await deps.limits.signIn(ctx.ip);
    const redirectUri = `${originOf(ctx)}/api/callback`;
    // Without a page to return to, the person's role decides.
    const returnTo = ctx.query.returnTo === undefined ? '' : safeReturnTo(ctx.query.returnTo);
    try {
      const { url, attempt } = await deps.identity.begin(redirectUri);
      attempts.keep(ctx, { ...attempt, redirectUri, returnTo });
      goTo(ctx, url);
    } catch (error) {
      goTo(ctx, failed(error, returnTo, ctx.state.log));
    }
  });

  router.get(/^\/api\/callback(\/.*)?$/i, async (ctx) => {
    // Limited because a cookie that is sent repeatedly would ask the issuer each time.
    await deps.limits.signedIn(ctx.ip);
    const attempt = attempts.take(ctx, ctx.query.state);
    if (!attempt) {
      // Back or reload after a successful sign-in is no failure.
      return goTo(ctx, ctx.state.person ? '/' : errorPage('expired'));
    }
    try {
      const returnedTo = new URL(ctx.search, attempt.redirectUri);
      const { claims, session } = await deps.identity.finish(returnedTo, attempt);
      const personId = await recognise(deps, claims);
      await signIn(ctx, deps, personId, session);
      if (await isOverByIssuer(deps, { claims, session, begunAt: attempt.at })) {
        await signOut(ctx, deps);
        return goTo(ctx, errorPage('expired', attempt.returnTo));
      }
      goTo(ctx, attempt.returnTo || (await readLanding(deps.db, personId)));
    } catch (error) {
      goTo(ctx, failed(error, attempt.returnTo, ctx.state.log));
    }
  });

  router.get('/api/logout', async (ctx) => {
    // Another site may lead a person here, but not sign them out.
    const site = ctx.get('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site') return goTo(ctx, '/');
    const onward = await leave(ctx);
    // Our own page empties its storage itself; an address typed by hand cannot.
    if (site !== 'same-origin') ctx.set('clear-site-data', '"storage"');
    // Our own page asks for JSON: it forgets the person once the sign-out is certain, and then goes on.
    if (ctx.accepts('html', 'json') === 'json') ctx.body = { url: onward };
    else goTo(ctx, onward);
  });

  router.get(/^\/oidc-consent(\/.*)?$/i, (ctx) => {
    goTo(ctx, ctx.url.replace(/^\/oidc-consent/i, '/api/callback'));
  });

  return router;
}

/** @param returnTo the page to which the next attempt is to return, such as that of a chosen plan; '' and '/' need no name */
const errorPage = (error: SignInError, returnTo = ''): string =>
  `/signin?${new URLSearchParams({ error, ...(returnTo !== '/' && returnTo && { returnTo }) })}`;

/** @throws every error that is no failure of a sign-in. */
function failed(error: unknown, returnTo: string, log: Log): string {
  if (error instanceof IdentityUnavailable) {
    log.error({ err: error }, 'the sign-in provider is unavailable');
    return errorPage('unavailable', returnTo);
  }
  if (error instanceof IdentityRefused) {
    if (error.reason !== 'denied') log.warn({ err: error }, 'a sign-in was refused');
    return errorPage(error.reason, returnTo);
  }
  throw error;
}

function goTo(ctx: Context, address: string): void {
  ctx.status = 303;
  ctx.set('location', address);
  ctx.body = '';
}
