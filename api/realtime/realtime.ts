import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { ClientEvent, closeCodes, type ServerEvent } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import type { Person } from '../http/handlers.ts';
import { personOfCookie } from '../http/session.ts';

const path = '/chat';
const maxPayload = 64 * 1024;
const heartbeatMs = 30_000;
/** How long a client may take to say goodbye. */
const goodbyeMs = 1_000;

export interface Realtime {
  /** Ends every socket with 1001 and takes no more. */
  close(): Promise<void>;
}

interface Connection {
  person: Person;
  cookie: string | undefined;
  /** Whether anything was heard since the last ping. */
  alive: boolean;
}

/** The socket at `/chat`: only from our own page, only for whom the session cookie signs in (design §8). */
export function createRealtime(
  server: Server,
  deps: Deps,
  isOwnOrigin: (origin: string) => boolean,
): Realtime {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const connections = new Map<WebSocket, Connection>();
  let closing = false;

  server.on('upgrade', async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until ws takes over, nobody else hears that a client went away.
    const gone = () => socket.destroy();
    socket.on('error', gone);
    try {
      const refused = refusal(req, isOwnOrigin);
      if (refused) return answer(socket, refused);
      const { cookie } = req.headers;
      const person = await personOfCookie(deps, cookie);
      if (closing || deps.stopping.aborted) return answer(socket, '503 Service Unavailable');
      socket.off('error', gone);
      sockets.handleUpgrade(req, socket, head, (ws) => {
        ws.on('error', (err) => deps.log.debug({ err }, 'socket'));
        // A browser is not shown the status of a refused upgrade, but the code of a close.
        if (person) accept(ws, { person, cookie, alive: true });
        else ws.close(closeCodes.signedOut, 'Unauthorized');
      });
    } catch (err) {
      deps.log.error({ err }, 'unexpected error in an upgrade');
      answer(socket, '500 Internal Server Error');
    }
  });

  function accept(ws: WebSocket, connection: Connection): void {
    connections.set(ws, connection);
    ws.on('close', () => connections.delete(ws));
    ws.on('pong', () => {
      connection.alive = true;
    });
    ws.on('message', (data, isBinary) => {
      connection.alive = true;
      const event = isBinary ? null : readEvent(data);
      if (!event) return ws.close(closeCodes.refused, 'Not an event of ours');
      handle(ws, connection.person, event);
    });
  }

  function handle(ws: WebSocket, person: Person, { data }: ClientEvent): void {
    const isSupport = person.role === 'admin';
    if (data.userId !== person.id || (data.isSupport && !isSupport)) {
      deps.log.warn({ personId: person.id }, 'a socket claimed to be someone else');
      ws.close(closeCodes.refused, 'Not who you are');
      return;
    }
    send(ws, { type: 'joined', data: { userId: person.id, isSupport } });
  }

  const heartbeat = setInterval(() => {
    for (const [ws, connection] of connections) void check(ws, connection);
  }, heartbeatMs);
  heartbeat.unref();

  /** Ends a socket that no longer answers, or whose session has ended. */
  async function check(ws: WebSocket, connection: Connection): Promise<void> {
    if (!connection.alive) return ws.terminate();
    connection.alive = false;
    ws.ping();
    try {
      const person = await personOfCookie(deps, connection.cookie);
      if (person?.id !== connection.person.id) ws.close(closeCodes.signedOut, 'Unauthorized');
    } catch (err) {
      deps.log.error({ err }, 'could not check the session of a socket');
    }
  }

  return {
    async close() {
      closing = true;
      clearInterval(heartbeat);
      const open = [...sockets.clients];
      const closed = open.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())));
      for (const ws of open) ws.close(closeCodes.goingAway, 'Restarting');
      const timer = setTimeout(() => {
        for (const ws of open) ws.terminate();
      }, goodbyeMs);
      await Promise.all(closed);
      clearTimeout(timer);
    },
  };
}

function refusal(req: IncomingMessage, isOwnOrigin: (origin: string) => boolean): string | null {
  if (req.url?.split('?', 1)[0] !== path) return '404 Not Found';
  return req.headers.origin && isOwnOrigin(req.headers.origin) ? null : '403 Forbidden';
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

function send(ws: WebSocket, event: ServerEvent): void {
  ws.send(JSON.stringify(event));
}
