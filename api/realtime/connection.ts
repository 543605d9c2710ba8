import type { RawData, WebSocket } from 'ws';
import { closeCodes, type ServerEvent } from '../contract/schemas/events.ts';
import type { Log } from '../core/log.ts';
import type { Person } from '../core/person.ts';

/** Frames per second that a socket may send continuously, and in a burst; the protocol's own frames count too. */
const eventsPerSecond = 20;
const eventsAtOnce = 60;
/** The most bytes that may wait for a slow reader, and the amount from which long transfers pause. */
const mostWaiting = 1024 * 1024;
const muchWaiting = 256 * 1024;
/** The time for a client to confirm the close. */
export const goodbyeMs = 800;

/** One socket of a person. */
export interface Connection {
  readonly person: Person;
  /** The session's hashed id. */
  readonly session: string;
  /** Whether either side has closed it; then nothing is received or sent any more. */
  readonly ended: boolean;
  send(event: ServerEvent): void;
  /** Sends an event that was serialised before, for many sockets. */
  sendText(text: string): void;
  /** Resolves once little unsent data waits here, or the socket has ended. */
  drained(): Promise<void>;
  /** Closes the socket, and cuts it off if the client does not confirm. */
  end(code: number, reason: string): void;
  /** Checks that the client is alive; ends the socket if the last check was not answered. */
  ping(): void;
}

/**
 * Takes over a socket, and ends it if the client sends too fast or reads too slowly.
 * @param onEvent receives each event as it was sent
 */
export function openConnection(
  ws: WebSocket,
  of: { person: Person; session: string; log: Pick<Log, 'warn'> },
  onEvent: (connection: Connection, data: RawData, isBinary: boolean) => void,
): Connection {
  let ended = false;
  /** Whether anything was received since the last ping. */
  let alive = true;
  const mayGoOn = frameLimit();
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
      endIfSlow();
    },
    drained: () =>
      new Promise((resolve) => {
        if (ended || ws.bufferedAmount < muchWaiting) return resolve();
        ws.once('close', resolve);
        // A ping written last leaves after everything before it, so its callback means that the rest was sent.
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
      // A client that does not read would not receive the close either.
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
      endIfSlow();
    },
  };
  /** Must be called after each frame sent, of any kind. */
  const endIfSlow = () => {
    if (ws.bufferedAmount > mostWaiting) connection.end(closeCodes.tooSlow, 'Reads too slowly');
  };
  ws.on('close', () => {
    ended = true;
  });
  /** Takes a frame, an event or one of the protocol's own. */
  const take = (answer: () => void) => {
    if (ended) return;
    alive = true;
    if (mayGoOn()) answer();
    else connection.end(closeCodes.tooFast, 'Too fast');
  };
  ws.on('pong', () => take(() => {}));
  ws.on('ping', (data) =>
    take(() => {
      ws.pong(data);
      endIfSlow();
    }),
  );
  ws.on('message', (data, isBinary) => take(() => onEvent(connection, data, isBinary)));
  return connection;
}

/** @returns a function that counts a frame, and says whether it is within the limit */
function frameLimit(): () => boolean {
  let tokens = eventsAtOnce;
  let countedAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(eventsAtOnce, tokens + ((now - countedAt) / 1000) * eventsPerSecond);
    countedAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
