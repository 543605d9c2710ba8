import type { RawData, WebSocket } from 'ws';
import { closeCodes, type ServerEvent } from '../contract/events.ts';
import type { Log } from '../core/log.ts';
import type { Person } from '../core/person.ts';

/** Frames a second that a socket may send for long, and at once; the protocol's own count too. */
const eventsPerSecond = 20;
const eventsAtOnce = 60;
/** What may wait for a slow reader, in bytes; and from where on whoever has much to send waits, too. */
const mostWaiting = 1024 * 1024;
const muchWaiting = 256 * 1024;
/** How long a client may take to say goodbye. */
export const goodbyeMs = 800;

/** One socket of a person's. */
export interface Connection {
  readonly person: Person;
  /** Its session's hashed id. */
  readonly session: string;
  /** Whether it was closed by either side: it is obeyed and told nothing more. */
  readonly ended: boolean;
  send(event: ServerEvent): void;
  /** An event that was made into text before, for many. */
  sendText(text: string): void;
  /** Resolves once not much of what was sent waits here, or the socket has ended. */
  drained(): Promise<void>;
  /** Says goodbye, and goes if it isn't answered. */
  end(code: number, reason: string): void;
  /** Asks whether it is still there, and ends it where the last question was not answered. */
  ping(): void;
}

/**
 * Takes a socket over: who sends too fast or reads too slowly is ended.
 * @param onEvent what a client sends, as it came
 */
export function openConnection(
  ws: WebSocket,
  of: { person: Person; session: string; log: Pick<Log, 'warn'> },
  onEvent: (connection: Connection, data: RawData, isBinary: boolean) => void,
): Connection {
  let ended = false;
  /** Whether anything was heard since the last ping. */
  let alive = true;
  let tokens = eventsAtOnce;
  let countedAt = performance.now();

  const mayGoOn = () => {
    const now = performance.now();
    tokens = Math.min(eventsAtOnce, tokens + ((now - countedAt) / 1000) * eventsPerSecond);
    countedAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const connection: Connection = {
    person: of.person,
    session: of.session,
    get ended() {
      return ended;
    },
    send: (event) => connection.sendText(JSON.stringify(event)),
    sendText(text) {
      if (ended) return;
      ws.send(text);
      if (ws.bufferedAmount > mostWaiting) connection.end(closeCodes.tooSlow, 'Reads too slowly');
    },
    drained: () =>
      new Promise((resolve) => {
        if (ended || ws.bufferedAmount < muchWaiting) return resolve();
        ws.once('close', resolve);
        // What is written after everything else has left after everything else.
        ws.ping(undefined, undefined, () => {
          ws.off('close', resolve);
          resolve();
        });
      }),
    end(code, reason) {
      if (ended) return;
      ended = true;
      if (code === closeCodes.tooFast || code === closeCodes.tooSlow)
        of.log.warn({ personId: of.person.id, code }, 'a socket was ended');
      ws.close(code, reason);
      // Who does not read hears no goodbye either.
      setTimeout(() => ws.terminate(), code === closeCodes.tooSlow ? 0 : goodbyeMs).unref();
    },
    ping() {
      if (ended) return;
      if (!alive) {
        ended = true;
        return ws.terminate();
      }
      alive = false;
      ws.ping();
    },
  };
  ws.on('close', () => {
    ended = true;
  });
  /** Of a frame of the protocol's own. */
  const heard = (answer: () => void) => {
    if (ended) return;
    alive = true;
    if (mayGoOn()) answer();
    else connection.end(closeCodes.tooFast, 'Too fast');
  };
  ws.on('pong', () => heard(() => {}));
  ws.on('ping', (data) => heard(() => ws.pong(data)));
  ws.on('message', (data, isBinary) => {
    if (ended) return;
    alive = true;
    if (!mayGoOn()) return connection.end(closeCodes.tooFast, 'Too fast');
    onEvent(connection, data, isBinary);
  });
  return connection;
}
