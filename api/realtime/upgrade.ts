import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeCodes } from '../contract/schemas/events.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import type { LiveSession } from '../features/records/account/sessions/sessions.service.ts';
import { callerOf } from '../http/caller.ts';
import { addressKey } from '../http/limits/limits.ts';
import { isStranger } from '../http/own-machine.ts';
import { goodbyeMs } from './connection.ts';
import { createPlaces } from './places.ts';

const path = '/chat';
const maxPayload = 64 * 1024;
/** A browser sends a message in one fragment. */
const maxFragments = 16;

export interface Upgrades {
  /** Every socket that is not closed yet, also those that are turned away. */
  readonly sockets: ReadonlySet<WebSocket>;
  /** Refuses all further requests. */
  stop(): void;
}

/**
 * Answers the requests to upgrade. Only our own page may make one, and an address has a limit of open sockets.
 * @param onOpen receives each socket with the session of its cookie (`null`: there is none), and the time since the
 * client's last socket ended, in ms (`null`: the client states none)
 */
export function answerUpgrades(
  server: Server,
  deps: Deps,
  isOwnOrigin: (origin: string) => boolean,
  sessionOf: (req: IncomingMessage) => Promise<LiveSession | null>,
  onOpen: (ws: WebSocket, session: LiveSession | null, age: number | null) => void,
): Upgrades {
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
  let stopped = false;

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
      if (stopped || deps.stopping.aborted) return answer(socket, '503 Service Unavailable');
      socket.off('error', gone);
      sockets.handleUpgrade(req, socket, head, (ws) => {
        ws.on('error', (err) => deps.log.debug({ err }, 'socket'));
        // A browser cannot read the status of a refused upgrade, but it can read the code of a close.
        if (place === 'full') turnAway(ws, closeCodes.tooMany, 'Open in too many places');
        else onOpen(ws, session, ageIn(req.url));
      });
    } catch (err) {
      if (err instanceof DatabaseUnavailable) {
        deps.log.warn({ err }, 'the person of a socket could not be read');
        return answer(socket, '503 Service Unavailable');
      }
      deps.log.error({ err }, 'unexpected error in an upgrade');
      answer(socket, '500 Internal Server Error');
    }
  });

  return {
    sockets: sockets.clients,
    stop() {
      stopped = true;
    },
  };
}

/** Whether a request to upgrade asks for WebSocket. */
export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

function refusal(req: IncomingMessage, isOwnOrigin: (origin: string) => boolean): string | null {
  if (req.url?.split('?', 1)[0] !== path) return '404 Not Found';
  return req.headers.origin && isOwnOrigin(req.headers.origin) ? null : '403 Forbidden';
}

/** Answers without a socket, and cuts the client off if it does not close. */
function answer(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), goodbyeMs).unref();
}

/** Closes with a reason, without receiving anything or waiting for an answer. */
export function turnAway(ws: WebSocket, code: number, reason: string): void {
  ws.pause();
  ws.close(code, reason);
  setTimeout(() => ws.terminate(), goodbyeMs).unref();
}

/** The client's own statement of how long ago its last socket ended, in ms; `null` if it makes none. */
function ageIn(url = ''): number | null {
  const [, age] = /[?&]age=(\d{1,12})(?:&|$)/.exec(url) ?? [];
  return age === undefined ? null : Number(age);
}
