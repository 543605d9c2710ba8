import { createHash, randomBytes } from 'node:crypto';
import { instant } from '../../core/clock.ts';
import { issuerOf } from '../../core/counterparties.ts';
import type { Env } from '../../core/env.ts';
import type { Person } from '../../core/person.ts';
import { sealOf } from '../../core/seal.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
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
/** Unused for this long, a session ends. */
export const idleMs = 30 * dayMs;
/** How exactly it is known when a session was last used: so a read writes once an hour at most. */
const seenMs = 3_600_000;
/** Used or not, it ends after this. */
const absoluteMs = 180 * dayMs;

export interface LiveSession {
  person: Person;
  /** Names the session without opening it. */
  idHash: string;
  /** ISO 8601, exact to the hour. */
  lastSeenAt: string;
  /** Idle limit, ISO 8601. */
  expiresAt: string;
  /** Absolute limit, ISO 8601. */
  endsAt: string;
}

type Sessions = Pick<Deps, 'db' | 'clock'> & Opener;
type Opener = Pick<Deps, 'secret'> & { env: { OIDC_ISSUER?: Env['OIDC_ISSUER'] } };

/** What a session is opened under, and holds under alone: who says who people are, and our own secret. */
export const openedUnder = ({ secret, env }: Opener): string => sealOf(secret, 'session', issuerOf(env).name);

/**
 * Starts a session, under an id that nobody has had before.
 * @param issuerSession the issuer's name for its own session, where it said one
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

/** Whose session this is; `null` where it never was, has ended, has expired or was opened under another issuer. */
export async function readSession(deps: Sessions, id: string): Promise<LiveSession | null> {
  const idHash = hash(id);
  const [row] = await selectLiveSession(deps.db, {
    idHash,
    openedUnder: openedUnder(deps),
    now: instant(deps.clock),
  });
  if (!row) return null;
  return {
    person: { id: row.user_id, role: row.role },
    idHash,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
  };
}

/** Whose sessions these are, by their hashed ids; those that have ended or expired are left out. */
export async function readSessions(
  deps: Sessions,
  idHashes: readonly string[],
): Promise<Map<string, Person>> {
  if (idHashes.length === 0) return new Map();
  const rows = await selectLiveSessions(deps.db, idHashes, openedUnder(deps), instant(deps.clock));
  return new Map(rows.map((row) => [row.id_hash, { id: row.user_id, role: row.role }]));
}

/** Keeps a session, by its hashed id, from ending before the transaction does. @returns whether it is still there */
export const holdSession = (tx: Tx, idHash: string): Promise<boolean> => lockSession(tx, idHash);

/** Whether half of the idle limit has passed and prolonging would gain anything: so few calls write. */
export function needsRenewal(session: LiveSession, now: Date): boolean {
  const left = Date.parse(session.expiresAt) - now.getTime();
  return left < idleMs / 2 && session.expiresAt < session.endsAt;
}

/** The idle limit as it is when used at `now`: never past the absolute one. */
export function renewedExpiry(session: LiveSession, now: Date): string {
  const idle = later(now, idleMs);
  return idle < session.endsAt ? idle : session.endsAt;
}

/** Moves the idle limit. @returns whether the session was still there. */
export function renewSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  expiresAt: string,
): Promise<boolean> {
  return prolongSession(db, hash(id), { last_seen_at: instant(clock), expires_at: expiresAt });
}

/** Remembers that it is used, where that was not known of this hour. */
export async function noteUse({ db }: Pick<Deps, 'db'>, session: LiveSession, now: Date): Promise<void> {
  const unseenSince = later(now, -seenMs);
  if (session.lastSeenAt > unseenSince) return;
  await touchSession(db, session.idHash, now.toISOString(), unseenSince);
}

/**
 * Forgets sessions that have expired, with where they were, and the browsers that took push messages for them; and those
 * that a deletion ended once no browser has their cookie any more.
 */
export async function clearSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteExpiredSessions(db, instant(clock));
  await deleteGoneSessions(db, later(clock.now(), -idleMs));
}

/** Ends all sessions of a person whose account is being deleted, and their sockets. May be repeated. */
export async function endSessionsOfGone(
  { db, clock, bus }: Pick<Deps, 'db' | 'clock' | 'bus'>,
  userId: string,
): Promise<void> {
  const sessions = await db.transaction().execute((tx) => deleteSessionsOfGone(tx, userId, instant(clock)));
  if (sessions.length) bus.tell({ kind: 'ended', sessions });
}

/** Whether it was a deletion of its person's account that ended this session. */
export const isOfGone = ({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> =>
  isSessionOfGone(db, hash(id));

/** Ends what was opened under another issuer or secret: with the sessions go the push messages to their browsers. */
export const endForeignSessions = (deps: Pick<Deps, 'db'> & Opener): Promise<void> =>
  deleteSessionsNotOf(deps.db, openedUnder(deps));

/** Ends a session for good, and its sockets. @returns its issuer's name for its own, or `null` where no such session was. */
export async function endSession(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  id: string,
): Promise<{ issuerSession: string | null } | null> {
  const ended = await deleteSession(db, hash(id));
  if (ended) bus.tell({ kind: 'ended', sessions: [hash(id)] });
  return ended ? { issuerSession: ended.issuer_session } : null;
}

const hash = (id: string): string => createHash('sha256').update(id).digest('hex');
const later = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString();
