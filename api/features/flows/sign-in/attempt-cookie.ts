import type { Context } from 'koa';
import { isSealOf, sealOf } from '../../../core/seal.ts';
import type { Deps } from '../../../deps.ts';
import { isHttps } from '../../../http/cookies.ts';
import type { SignInAttempt } from '../../../providers/identity/identity.ts';

/** One sign-in in one tab; a cookie carries it to the browser and back with the issuer's answer. */
export interface KeptAttempt extends SignInAttempt {
  redirectUri: string;
  returnTo: string;
  /** The start, in milliseconds since the epoch. */
  at: number;
}

const purpose = 'sign-in';
const lifeMs = 10 * 60_000;
/** Each cookie adds up to 4 kB to the headers of every request. */
const most = 3;

/** One cookie per state, so that two tabs can both sign in; signed, invisible to scripts, used once. */
export function attemptCookies(deps: Pick<Deps, 'env' | 'secret' | 'clock'>) {
  const { env, secret, clock } = deps;
  const prefix = isHttps(env) ? '__Host-hearthkeep-signin-' : 'hearthkeep-signin-';
  const named = new RegExp(`(?:^|; *)(${prefix}[\\w-]+)=`, 'g');
  const nameOf = (state: string) => prefix + sign(`name of ${state}`).slice(0, 16);
  const sign = (text: string) => sealOf(secret, purpose, text);

  function set(ctx: Context, name: string, value: string): void {
    ctx.cookies.set(name, value, {
      ...(value ? { maxAge: lifeMs } : { expires: new Date(0) }),
      signed: false,
      httpOnly: true,
      secure: isHttps(env),
      sameSite: 'lax',
    });
  }

  return {
    keep(ctx: Context, attempt: Omit<KeptAttempt, 'at'>): void {
      const abandoned = [...ctx.get('cookie').matchAll(named)].map(([, name]) => name ?? '');
      if (abandoned.length >= most) for (const name of abandoned) set(ctx, name, '');
      const body = Buffer.from(JSON.stringify({ ...attempt, at: clock.now().getTime() })).toString(
        'base64url',
      );
      set(ctx, nameOf(attempt.state), `${body}.${sign(body)}`);
    },

    /**
     * Takes the attempt with this state and deletes its cookie; `null` if this browser has none, or an expired one.
     */
    take(ctx: Context, state: unknown): KeptAttempt | null {
      if (typeof state !== 'string' || !state) return null;
      const name = nameOf(state);
      const [body, signature] = ctx.cookies.get(name, { signed: false })?.split('.') ?? [];
      if (!body || !signature) return null;
      set(ctx, name, '');
      if (!isSealOf(secret, purpose, body, signature)) return null;
      const attempt = JSON.parse(Buffer.from(body, 'base64url').toString()) as KeptAttempt;
      const expired = clock.now().getTime() - attempt.at > lifeMs;
      return attempt.state !== state || expired ? null : attempt;
    },
  };
}
