import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Context, Next } from 'koa';
import { createSession as koaSession } from 'koa-session';
import { access } from '../../../../contract/access/access.ts';
import { type CallName, paths } from '../../../../contract/rules/paths.ts';
import type { Deps } from '../../../../deps.ts';
import { isHttps, sessionCookieName } from '../../../../http/cookies.ts';
import {
  createSession,
  endSession,
  idleMs,
  isOfGone,
  type LiveSession,
  needsRenewal,
  noteUse,
  readSession,
  renewedExpiry,
  renewSession,
} from './sessions.service.ts';

/**
 * A cookie that scripts can read: it says that somebody may be signed in, so a visitor's page need not ask. It also
 * shows whether it is still the same person, without saying who. It proves nothing.
 */
const markName = 'hearthkeep-in';
const markOf = (userId: string) => createHash('sha256').update(userId).digest('base64url').slice(0, 16);

/** Reads that are the same for everybody, for which no session is looked up. */
const openReads = new Set<string>(
  (Object.keys(paths) as CallName[])
    .filter((name) => paths[name].method === 'GET' && access[name] === 'anyone')
    .map((name) => paths[name].path),
);

/** The object that koa-session puts at `ctx.session`. */
interface KoaSession {
  readonly externalKey: string;
  maxAge: number;
  save(): Promise<void>;
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
}
type SessionContext = Context & { session: KoaSession | null };

/**
 * Sets `ctx.state.person` to the person of the session cookie, or `null`, and `ctx.state.isAccountGone` if that
 * person's account was deleted. Only calls of the API read it: one query, none without the cookie. It writes only at
 * sign-in, at sign-out, after half of the idle limit, and once in an hour of use.
 */
export function sessions(koa: Koa, deps: Deps): (ctx: Context, next: Next) => Promise<void> {
  const secure = isHttps(deps.env);
  const session = koaSession(
    {
      key: sessionCookieName(deps.env),
      maxAge: idleMs,
      autoCommit: false,
      // The id is 256 random bits; a signature would add nothing.
      signed: false,
      secure,
      sameSite: 'lax',
      genid: (ctx: Context) => ctx.state.newSessionId ?? '',
      store: {
        async get(id, _maxAge, { ctx }) {
          return (await readInto(ctx, deps, id)) && {};
        },
        // koa-session carries the id alone. Rows are written only where a session begins, is prolonged or ends, so a
        // request under way while it ends cannot write it back.
        async set() {},
        async destroy(id) {
          await endSession(deps, id);
        },
      },
    },
    koa,
  );
  const renewIfDue = async (ctx: SessionContext) => {
    const live: LiveSession | null = ctx.state.liveSession;
    const now = deps.clock.now();
    if (!live || !ctx.session) return;
    if (!needsRenewal(live, now)) return noteUse(deps, live, now);
    const expiresAt = renewedExpiry(live, now);
    if (!(await renewSession(deps, ctx.session.externalKey, expiresAt))) {
      ctx.state.person = null;
      return;
    }
    ctx.session.maxAge = Date.parse(expiresAt) - now.getTime();
    await ctx.session.save();
    setMark(ctx, markOf(live.person.id), ctx.session.maxAge);
  };
  return async (ctx, next) => {
    ctx.state.person = null;
    ctx.state.isAccountGone = false;
    ctx.cookies.secure = secure;
    if (!ctx.path.startsWith('/api/') || openReads.has(ctx.path)) return next();
    return session(ctx, async () => {
      await renewIfDue(ctx as SessionContext);
      return next();
    });
  };
}

/** Reads the session of a request again, which may have ended or lost its role while the request waited. */
export async function readSessionAgain(ctx: Context, deps: Deps): Promise<void> {
  const { session } = ctx as SessionContext;
  if (session) await readInto(ctx, deps, session.externalKey);
}

async function readInto(ctx: Context, deps: Deps, id: string): Promise<LiveSession | null> {
  const live = await readSession(deps, id);
  ctx.state.person = live?.person ?? null;
  ctx.state.liveSession = live;
  ctx.state.isAccountGone = !live && (await isOfGone(deps, id));
  return live;
}

/** Signs a person in on this browser, always under a new id; the browser's earlier session ends. */
export async function signIn(
  ctx: Context,
  deps: Deps,
  userId: string,
  issuerSession: string | null,
): Promise<void> {
  const { session } = ctx as SessionContext;
  if (!session) throw new Error('sign-in outside of the session middleware');
  ctx.state.newSessionId = await createSession(deps, userId, ctx.get('user-agent'), issuerSession);
  await session.regenerate();
  setMark(ctx, markOf(userId), idleMs);
}

/** Ends the session for good. @returns the issuer's name for its own session; `null` if there was no session. */
export async function signOut(ctx: Context, deps: Deps): Promise<{ issuerSession: string | null } | null> {
  const { session } = ctx as SessionContext;
  if (!session) throw new Error('sign-out outside of the session middleware');
  const ended = session.externalKey ? await endSession(deps, session.externalKey) : null;
  (ctx as SessionContext).session = null;
  await session.manuallyCommit();
  setMark(ctx, '', 0);
  return ended;
}

/** The session of a request that no middleware handles, such as an upgrade. */
export async function sessionOf(koa: Koa, deps: Deps, req: IncomingMessage): Promise<LiveSession | null> {
  const { cookies } = koa.createContext(req, new ServerResponse(req));
  const id = cookies.get(sessionCookieName(deps.env), { signed: false });
  return id ? readSession(deps, id) : null;
}

function setMark(ctx: Context, mark: string, maxAge: number): void {
  const lasting = maxAge > 0 ? { maxAge } : { expires: new Date(0) };
  ctx.cookies.set(markName, mark, {
    ...lasting,
    signed: false,
    httpOnly: false,
    secure: ctx.cookies.secure,
    sameSite: 'lax',
    overwrite: true,
  });
}
