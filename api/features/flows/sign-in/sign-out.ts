import type { Context } from 'koa';
import type { Deps } from '../../../deps.ts';
import { IdentityUnavailable } from '../../../providers/identity/identity.ts';
import { signOut } from '../../records/account/sessions/session.ts';

export interface Leaving {
  /**
   * The origin by which the browser came; cookies belong to one host, so the browser must return to the same name.
   */
  originOf(ctx: Context): string;
  /** Signs this browser out. @returns the address where the issuer ends its own session, or home if it has none. */
  leave(ctx: Context): Promise<string>;
}

export function createLeaving(deps: Deps, origins: { includes: (origin: string) => boolean }): Leaving {
  const { protocol } = new URL(deps.env.PUBLIC_URL);
  const originOf: Leaving['originOf'] = (ctx) => {
    const origin = `${protocol}//${ctx.req.headers.host}`;
    return origins.includes(origin) ? origin : deps.env.PUBLIC_URL;
  };
  return {
    originOf,
    async leave(ctx) {
      const ended = await signOut(ctx, deps);
      if (!ended) return '/';
      try {
        return (await deps.identity.endUrl(ended.issuerSession, `${originOf(ctx)}/`)) ?? '/';
      } catch (error) {
        if (!(error instanceof IdentityUnavailable)) throw error;
        ctx.state.log.warn({ err: error }, 'the issuer could not be asked to end its session');
        return '/';
      }
    },
  };
}
