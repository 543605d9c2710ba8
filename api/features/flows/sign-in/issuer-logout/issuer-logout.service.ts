import { createHash } from 'node:crypto';
import { sealOf } from '../../../../core/seal.ts';
import type { Deps } from '../../../../deps.ts';
import { type Claims, IdentityRefused, type LoggedOut } from '../../../../providers/identity/identity.ts';
import { deleteSessionsByIssuer } from '../../../records/account/sessions/sessions.repository.ts';
import { deleteLogoutTokens, insertLogoutToken, wasSaidOver } from './issuer-logout.repository.ts';

/**
 * The time for which a token is remembered: longer than it is valid, so that a repeat is recognised, and longer than a
 * sign-in takes.
 */
const rememberedMs = 3_600_000;

const tooOld = (now: Date): string => new Date(now.getTime() - rememberedMs).toISOString();

/** Deletes tokens that are too old to be repeated. */
export const clearLogoutTokens = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const { db, clock } = deps;
  return deleteLogoutTokens(db, tooOld(clock.now()));
};

/**
 * Ends the sessions that the issuer's logout token names, and their sockets. A token counts once.
 * @throws IdentityRefused, also for a repeated token; IdentityUnavailable
 */
export async function endByIssuer(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'changes' | 'identity' | 'secret'>,
  token: string,
): Promise<void> {
  const { db, clock, bus, changes, identity, secret } = deps;
  const now = clock.now();
  const logout = await identity.readLogout(token, now);
  // An issuer's id may have any length.
  const id = createHash('sha256').update(`${logout.issuer} ${logout.id}`).digest('hex');
  const ended = await db.transaction().execute(async (tx) => {
    const heard = { id, heard_at: now.toISOString(), ...digestsOf(secret, logout) };
    if (!(await insertLogoutToken(tx, heard)))
      throw new IdentityRefused('failed', { cause: new Error('this logout token was used before') });
    await deleteLogoutTokens(tx, tooOld(now));
    return deleteSessionsByIssuer(tx, logout);
  });
  // Repeated after the commit: a sign-in that checked for tokens before the commit has opened its session by now. A
  // later sign-in sees the token itself.
  ended.push(...(await deleteSessionsByIssuer(db, logout)));
  if (ended.length === 0) return;
  bus.tell({ kind: 'ended', sessions: ended.map((session) => session.id_hash) });
  changes.tell({ people: [...new Set(ended.map((session) => session.user_id))], keys: ['/api/sessions'] });
}

/**
 * Whether the issuer has ended this sign-in's person or session since the sign-in began. The authentication then
 * counts as older than the logout. Ask once the session is stored.
 */
export function isOverByIssuer(
  deps: Pick<Deps, 'db' | 'secret'>,
  { claims, session, begunAt }: { claims: Claims; session: string | null; begunAt: number },
): Promise<boolean> {
  const { db, secret } = deps;
  const { subject_digest, session_digest } = digestsOf(secret, { ...claims, session });
  return wasSaidOver(db, {
    subject: subject_digest ?? '',
    session: session_digest,
    since: new Date(begunAt).toISOString(),
  });
}

/** Digests that recognise the token's person and session without naming them. */
function digestsOf(secret: string, { issuer, subject, session }: Omit<LoggedOut, 'id'>) {
  const seal = (kind: string, name: string | null) =>
    name === null ? null : sealOf(secret, 'issuer-logout', JSON.stringify([issuer, kind, name]));
  return { subject_digest: seal('subject', subject), session_digest: seal('session', session) };
}
