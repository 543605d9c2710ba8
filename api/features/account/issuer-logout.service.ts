import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { IdentityRefused } from '../../providers/identity/identity.ts';
import { deleteLogoutTokens, insertLogoutToken } from './logout-tokens.repository.ts';
import { deleteSessionsByIssuer } from './sessions.repository.ts';

/** Longer than any token is good for, so that none is heard twice. */
const rememberedMs = 3_600_000;

const tooOld = (now: Date): string => new Date(now.getTime() - rememberedMs).toISOString();

/** Forgets what issuers said so long ago that it can't be heard again. */
export const clearLogoutTokens = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteLogoutTokens(db, tooOld(clock.now()));

/**
 * Ends the sessions that the issuer says are over, and their sockets. What it says once counts once.
 * @throws IdentityRefused, also where it was said before; IdentityUnavailable
 */
export async function endByIssuer(
  { db, clock, bus, changes, identity }: Pick<Deps, 'db' | 'clock' | 'bus' | 'changes' | 'identity'>,
  token: string,
): Promise<void> {
  const now = clock.now();
  const told = await identity.readLogout(token, now);
  // An issuer may choose any length.
  const id = createHash('sha256').update(`${told.issuer} ${told.id}`).digest('hex');
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await insertLogoutToken(tx, id, now.toISOString())))
      throw new IdentityRefused('failed', { cause: new Error('this logout token was heard before') });
    await deleteLogoutTokens(tx, tooOld(now));
    return deleteSessionsByIssuer(tx, told);
  });
  if (ended.length === 0) return;
  bus.tell({ kind: 'ended', sessions: ended.map((session) => session.id_hash) });
  changes.tell({ people: [...new Set(ended.map((session) => session.user_id))], keys: ['/api/sessions'] });
}
