import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { type LiveSession, readSessions } from '../features/account/sessions.service.ts';
import { callerOf } from '../http/caller.ts';
import { addressKey } from '../http/limits.ts';
import { isStranger } from '../http/own-machine.ts';
import { createChat } from './chat.ts';
import { type Connection, goodbyeMs, openConnection } from './connection.ts';
import { createHints } from './hints.ts';
import { createPlaces } from './places.ts';
import type { Presence } from './presence.ts';

const path = '/chat';
const maxPayload = 64 * 1024;
/** A browser sends a message in one fragment. */
const maxFragments = 16;
const heartbeatMs = 30_000;
/** The heartbeat checks a part of the sockets at a time, so that thousands of checks never delay messages. */
const beats = 60;
/** The most sockets of one person; a further one closes the oldest. */
const mostPerPerson = 20;

export interface Realtime {
  /** Ends every socket with 1001 and accepts no more. */
  close(): Promise<void>;
}

/** The socket at `/chat`, only from our own page and with a session cookie (design §8). */
export function createRealtime(
  server: Server,
  deps: Deps,
  presence: Presence,
  isOwnOrigin: (origin: string) => boolean,
  sessionOf: (req: IncomingMessage) => Promise<LiveSession | null>,
): Realtime {
  // Pings are answered by the code that counts them.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload,
    ...{ maxFragments },
    perMessageDeflate: false,
    autoPong: false,
  });
  const isForeign = isStranger(deps.env);
  const addressOf = callerOf(deps.env);
  const places = createPlaces(deps.limits.socketsPerAddress);
  const chat = createChat(deps, presence);
  const hints = createHints();
  /** Every open socket, with the beat in which it is checked. */
  const connections = new Map<Connection, number>();
  const bySession = new Map<string, Set<Connection>>();
  const byPerson = new Map<string, Set<Connection>>();
  /** Sessions that ended recently: one may end while its socket is being opened. */
  const endedLately = new Map<string, number>();
  /** People whose rights changed recently: they may have been read before the change and be used after it. */
  const changedLately = new Map<string, number>();
  let closing = false;

  server.on('upgrade', async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until ws takes over, no other listener notices that the client has left.
    const gone = () => socket.destroy();
    socket.on('error', gone);
    try {
      const refused = isForeign(req) ? '403 Forbidden' : refusal(req, isOwnOrigin);
      if (refused) return answer(socket, refused);
      const place = places.take(addressKey(addressOf(req)), socket);
      if (place === 'flood') return answer(socket, '429 Too Many Requests');
      const session = place === 'free' ? await sessionOf(req) : null;
      if (closing || deps.stopping.aborted) return answer(socket, '503 Service Unavailable');
      socket.off('error', gone);
      sockets.handleUpgrade(req, socket, head, (ws) => {
        ws.on('error', (err) => deps.log.debug({ err }, 'socket'));
        // A browser cannot read the status of a refused upgrade, but it can read the code of a close.
        if (place === 'full') turnAway(ws, closeCodes.tooMany, 'Open in too many places');
        else if (session && !endedLately.has(session.idHash)) accept(ws, session, ageIn(req.url));
        else turnAway(ws, closeCodes.signedOut, 'Unauthorized');
      });
    } catch (err) {
      if (err instanceof DatabaseUnavailable) {
        deps.log.warn({ err }, 'the database cannot say whose a socket is');
        return answer(socket, '503 Service Unavailable');
      }
      deps.log.error({ err }, 'unexpected error in an upgrade');
      answer(socket, '500 Internal Server Error');
    }
  });

  let opened = 0;
  function accept(ws: WebSocket, { person, idHash }: LiveSession, age: number | null): void {
    const connection = openConnection(ws, { person, session: idHash, log: deps.log }, handle);
    connections.set(connection, opened++ % beats);
    addTo(bySession, idHash, connection);
    const own = addTo(byPerson, person.id, connection);
    ws.on('close', () => {
      connections.delete(connection);
      removeFrom(bySession, idHash, connection);
      removeFrom(byPerson, person.id, connection);
      hints.remove(connection);
      chat.left(connection);
    });
    hints.add(connection, age);
    if (changedLately.has(person.id)) void check([connection]);
    if (own.size > mostPerPerson)
      [...own].find((c) => !c.ended)?.end(closeCodes.tooMany, 'Open in too many places');
  }

  function handle(connection: Connection, data: RawData, isBinary: boolean): void {
    const event = isBinary ? null : readEvent(data);
    if (event) chat.handle(connection, event);
    else connection.end(closeCodes.refused, 'Not an event of ours');
  }

  const stopHearing = deps.bus.hear((note) => {
    if (note.kind === 'changed') hints.tell(note);
    else if (note.kind === 'gap') hints.tellAll();
    else if (note.kind === 'person') {
      remember(changedLately, [note.personId]);
      void check([...(byPerson.get(note.personId) ?? [])]);
    } else if (note.kind === 'ended') {
      remember(endedLately, note.sessions);
      for (const id of note.sessions) {
        for (const connection of bySession.get(id) ?? [])
          connection.end(closeCodes.signedOut, 'Unauthorized');
      }
    }
  });

  let beat = 0;
  const heartbeat = setInterval(() => {
    beat = (beat + 1) % beats;
    const asked: Connection[] = [];
    for (const [connection, turn] of connections) {
      if (turn !== beat) continue;
      connection.ping();
      asked.push(connection);
    }
    void check(asked);
  }, heartbeatMs / beats);
  heartbeat.unref();

  /** Ends sockets whose session has ended, or whose person's rights have changed since. */
  async function check(asked: readonly Connection[]): Promise<void> {
    const open = asked.filter((connection) => !connection.ended);
    if (open.length === 0) return;
    try {
      const live = await readSessions(deps, [...new Set(open.map((connection) => connection.session))]);
      for (const connection of open) {
        const person = live.get(connection.session);
        if (person?.id !== connection.person.id) connection.end(closeCodes.signedOut, 'Unauthorized');
        else if (person.role !== connection.person.role)
          connection.end(closeCodes.goingAway, 'Your role has changed');
      }
    } catch (err) {
      deps.log.error({ err }, 'could not check the sessions of sockets');
    }
  }

  return {
    async close() {
      closing = true;
      clearInterval(heartbeat);
      stopHearing();
      const open = [...sockets.clients];
      const closed = open.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())));
      for (const connection of connections.keys()) connection.end(closeCodes.goingAway, 'Restarting');
      const timer = setTimeout(() => {
        for (const ws of open) ws.terminate();
      }, goodbyeMs);
      await Promise.all(closed);
      clearTimeout(timer);
    },
  };
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

/** Closes with a reason, without receiving anything or waiting for an answer. */
function turnAway(ws: WebSocket, code: number, reason: string): void {
  ws.pause();
  ws.close(code, reason);
  setTimeout(() => ws.terminate(), goodbyeMs).unref();
}

/** Whether a request to upgrade asks for WebSocket. */
export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

function refusal(req: IncomingMessage, isOwnOrigin: (origin: string) => boolean): string | null {
  if (req.url?.split('?', 1)[0] !== path) return '404 Not Found';
  return req.headers.origin && isOwnOrigin(req.headers.origin) ? null : '403 Forbidden';
}

/** The client's own statement of how long ago its last socket ended, in ms; `null` if it makes none. */
function ageIn(url = ''): number | null {
  const [, age] = /[?&]age=(\d{1,12})(?:&|$)/.exec(url) ?? [];
  return age === undefined ? null : Number(age);
}

function answer(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function readEvent(data: RawData): ClientEvent | null {
  try {
    return z.parse(ClientEvent, JSON.parse(data.toString()));
  } catch {
    return null;
  }
}
