import { closeCodes } from '../contract/schemas/events.ts';
import { haveSameRights } from '../core/person.ts';
import type { Deps } from '../deps.ts';
import { type LiveSession, readSessions } from '../features/records/account/sessions/sessions.service.ts';
import type { Connection } from './connection.ts';

const heartbeatMs = 30_000;
/** The heartbeat checks a part of the sockets at a time, so that thousands of checks never delay messages. */
const beats = 60;
/** The most sockets of one person; a further one closes the oldest. */
const mostPerPerson = 20;

/** The open sockets of this process. Each ends with its session, and when its person's rights change. */
export interface OpenSockets {
  /** Every socket, with the beat in which it is checked. */
  turns: Map<Connection, number>;
  /** The number of sockets so far. */
  opened: number;
  bySession: Map<string, Set<Connection>>;
  byPerson: Map<string, Set<Connection>>;
  /** Sessions that ended recently: one may end while its socket is being opened. */
  endedLately: Map<string, number>;
  /** People whose rights changed recently: they may have been read before the change and be used after it. */
  changedLately: Map<string, number>;
}

export const noSockets = (): OpenSockets => ({
  turns: new Map(),
  opened: 0,
  bySession: new Map(),
  byPerson: new Map(),
  endedLately: new Map(),
  changedLately: new Map(),
});

type Reading = Pick<Deps, 'db' | 'clock' | 'env' | 'secret' | 'log'>;

export function addSocket(deps: Reading, open: OpenSockets, connection: Connection): void {
  const personId = connection.person.id;
  open.turns.set(connection, open.opened++ % beats);
  addTo(open.bySession, connection.session, connection);
  const connections = addTo(open.byPerson, personId, connection);
  if (open.changedLately.has(personId)) void checkSessions(deps, [connection]);
  // Sockets that are being closed take no place.
  const [oldest, ...others] = [...connections].filter(({ ended }) => !ended);
  if (others.length >= mostPerPerson) oldest?.end(closeCodes.tooMany, 'Open in too many places');
}

export function removeSocket(open: OpenSockets, connection: Connection): void {
  open.turns.delete(connection);
  removeFrom(open.bySession, connection.session, connection);
  removeFrom(open.byPerson, connection.person.id, connection);
}

export const hasEndedLately = (open: OpenSockets, session: LiveSession): boolean =>
  open.endedLately.has(session.idHash);

/** Ends the sockets of sessions that have ended, by hashed ids. */
export function endSessions(open: OpenSockets, sessions: readonly string[]): void {
  remember(open.endedLately, sessions);
  for (const id of sessions)
    for (const connection of open.bySession.get(id) ?? [])
      connection.end(closeCodes.signedOut, 'Unauthorized');
}

/** Ends the sockets of a person whose rights have changed, if they concern them. */
export function rightsChanged(deps: Reading, open: OpenSockets, personId: string): void {
  remember(open.changedLately, [personId]);
  void checkSessions(deps, [...(open.byPerson.get(personId) ?? [])]);
}

/** Checks every socket at each heartbeat: that the client answers, and that its session still allows it. */
export function startHeartbeat(deps: Reading, open: OpenSockets): NodeJS.Timeout {
  let beat = 0;
  return setInterval(() => {
    beat = (beat + 1) % beats;
    const batch: Connection[] = [];
    for (const [connection, turn] of open.turns) {
      if (turn !== beat) continue;
      connection.ping();
      batch.push(connection);
    }
    void checkSessions(deps, batch);
  }, heartbeatMs / beats).unref();
}

/** Ends sockets whose session has ended, or whose person's rights have changed since. */
async function checkSessions(deps: Reading, batch: readonly Connection[]): Promise<void> {
  const open = batch.filter((connection) => !connection.ended);
  if (open.length === 0) return;
  try {
    const live = await readSessions(deps, [...new Set(open.map((connection) => connection.session))]);
    for (const connection of open) {
      const person = live.get(connection.session);
      if (person?.id !== connection.person.id) connection.end(closeCodes.signedOut, 'Unauthorized');
      else if (!haveSameRights(person, connection.person)) {
        // Nobody has told the app of a role that a command on the server changed.
        connection.send({ type: 'changed', data: { keys: ['/api/auth/user'] } });
        connection.end(closeCodes.goingAway, 'Your role has changed');
      }
    }
  } catch (err) {
    deps.log.error({ err }, 'could not check the sessions of sockets');
  }
}

/** Remembers these ids for as long as opening a socket may take. */
function remember(lately: Map<string, number>, ids: readonly string[]): void {
  const now = performance.now();
  for (const [id, at] of lately) if (at < now - heartbeatMs) lately.delete(id);
  for (const id of ids) lately.set(id, now);
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): Set<V> {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set.add(value));
  return set;
}

function removeFrom<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
