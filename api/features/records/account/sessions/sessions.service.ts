import { createHash, randomBytes } from 'node:crypto';
import { instant } from '../../../../core/clock.ts';
import { issuerOf } from '../../../../core/counterparties.ts';
import type { Env } from '../../../../core/env.ts';
import { type Person, personOf } from '../../../../core/person.ts';
import { sealOf } from '../../../../core/seal.ts';
import type { Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import {
  deleteExpiredSessions,
  deleteGoneSessions,
  deleteSession,
  deleteSessionsNotOf,
  deleteSessionsOfGone,
  insertSession,
  isSessionOfGone,
  lockSession,
  prolongSession,
  selectLiveSession,
  selectLiveSessions,
  touchSession,
} from './sessions.repository.ts';

const dayMs = 86_400_000;
/** A session ends after this time without use. */
export const idleMs = 30 * dayMs;
/** The precision of a session's last use; a read thus writes once an hour at most. */
const seenMs = 3_600_000;
/** A session ends after this time, used or not. */
const absoluteMs = 180 * dayMs;

export interface LiveSession {
  person: Person;
  /** Names the session without opening it. */
  idHash: string;
  /** ISO 8601, accurate to the hour. */
  lastSeenAt: string;
  /** The idle limit, ISO 8601. */
  expiresAt: string;
  /** The absolute limit, ISO 8601. */
  endsAt: string;
}

type Sessions = Pick<Deps, 'db' | 'clock'> & Opener;
type Opener = Pick<Deps, 'secret'> & { env: { OIDC_ISSUER?: Env['OIDC_ISSUER'] } };

/** The seal under which sessions are opened and remain valid: of the issuer, under our own secret. */
export function openedUnder({ secret, env }: Opener): string {
  const issuer = issuerOf(env).name;
  // Made once, since every call needs it.
  if (made.secret !== secret || made.issuer !== issuer)
    made = { secret, issuer, seal: sealOf(secret, 'session', issuer) };
  return made.seal;
}

let made = { secret: '', issuer: '', seal: '' };

/**
 * Starts a session under a new id.
 * @param issuerSession the issuer's name for its own session, if it gave one
 * @returns the cookie's value; the database keeps only its hash
 */
export async function createSession(
  deps: Sessions,
  userId: string,
  userAgent: string,
  issuerSession: string | null = null,
): Promise<string> {
  const { db, clock } = deps;
  const id = randomBytes(32).toString('base64url');
  const now = clock.now();
  const at = now.toISOString();
  await deleteExpiredSessions(db, at);
  await insertSession(db, {
    id_hash: hash(id),
    user_id: userId,
    opened_under: openedUnder(deps),
    issuer_session: issuerSession,
    user_agent: userAgent.slice(0, 200),
    created_at: at,
    last_seen_at: at,
    expires_at: later(now, idleMs),
    ends_at: later(now, absoluteMs),
  });
  return id;
}

/**
 * The session of a cookie's value; `null` if it never existed, has ended or expired, or was opened under another
 * issuer.
 */
export async function readSession(deps: Sessions, id: string): Promise<LiveSession | null> {
  const idHash = hash(id);
  const [row] = await selectLiveSession(deps.db, {
    idHash,
    openedUnder: openedUnder(deps),
    now: instant(deps.clock),
  });
  if (!row) return null;
  return {
    person: personOf(row.user_id, row.role_id, row.permissions),
    idHash,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
  };
}

/** The people of these sessions, by hashed ids; ended and expired ones are left out. */
export async function readSessions(
  deps: Sessions,
  idHashes: readonly string[],
): Promise<Map<string, Person>> {
  if (idHashes.length === 0) return new Map();
  const rows = await selectLiveSessions(deps.db, idHashes, openedUnder(deps), instant(deps.clock));
  return new Map(rows.map((row) => [row.id_hash, personOf(row.user_id, row.role_id, row.permissions)]));
}

/** Keeps a session, by its hashed id, from ending before the transaction does. @returns whether it still exists */
export const holdSession = (db: Tx, idHash: string): Promise<boolean> => lockSession(db, idHash);

/** Whether half of the idle limit has passed and the session can be prolonged; few calls thus write. */
export function needsRenewal(session: LiveSession, now: Date): boolean {
  const left = Date.parse(session.expiresAt) - now.getTime();
  return left < idleMs / 2 && session.expiresAt < session.endsAt;
}

/** The idle limit after a use at `now`: never past the absolute one. */
export function renewedExpiry(session: LiveSession, now: Date): string {
  const idle = later(now, idleMs);
  return idle < session.endsAt ? idle : session.endsAt;
}

/** Moves the idle limit. @returns whether the session still existed. */
export function renewSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  id: string,
  expiresAt: string,
): Promise<boolean> {
  const { db, clock } = deps;
  return prolongSession(db, hash(id), { last_seen_at: instant(clock), expires_at: expiresAt });
}

/** Stores the time of use, once an hour at most. */
export async function noteUse(deps: Pick<Deps, 'db'>, session: LiveSession, now: Date): Promise<void> {
  const { db } = deps;
  const unseenSince = later(now, -seenMs);
  if (session.lastSeenAt > unseenSince) return;
  await touchSession(db, session.idHash, now.toISOString(), unseenSince);
}

/**
 * Deletes expired sessions with their push subscriptions, and remembered sessions of deleted accounts whose cookie
 * has expired in every browser.
 */
export async function clearSessions(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  await deleteExpiredSessions(db, instant(clock));
  await deleteGoneSessions(db, later(clock.now(), -idleMs));
}

/** Ends all sessions and sockets of a person whose account is being deleted. May be repeated. */
export async function endSessionsOfGone(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  userId: string,
): Promise<void> {
  const { db, clock, bus } = deps;
  const sessions = await db.transaction().execute((tx) => deleteSessionsOfGone(tx, userId, instant(clock)));
  if (sessions.length) bus.tell({ kind: 'ended', sessions });
}

/** Whether the deletion of its person's account ended this session. */
export const isOfGone = (deps: Pick<Deps, 'db'>, id: string): Promise<boolean> => {
  const { db } = deps;
  return isSessionOfGone(db, hash(id));
};

/** Ends sessions opened under another issuer or secret; their push subscriptions end with them. */
export const endForeignSessions = (deps: Pick<Deps, 'db'> & Opener): Promise<void> =>
  deleteSessionsNotOf(deps.db, openedUnder(deps));

/**
 * Ends a session and its sockets for good. @returns the issuer's name for its own session; `null` if there was none.
 */
export async function endSession(
  deps: Pick<Deps, 'db' | 'bus'>,
  id: string,
): Promise<{ issuerSession: string | null } | null> {
  const { db, bus } = deps;
  const ended = await deleteSession(db, hash(id));
  if (ended) bus.tell({ kind: 'ended', sessions: [hash(id)] });
  return ended ? { issuerSession: ended.issuer_session } : null;
}

const hash = (id: string): string => createHash('sha256').update(id).digest('hex');
const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString();
