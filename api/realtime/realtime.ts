import type { IncomingMessage, Server } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import { ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import { workFor } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import type { LiveSession } from '../features/records/account/sessions/sessions.service.ts';
import { createChat } from './chat.ts';
import { type Connection, goodbyeMs, openConnection } from './connection.ts';
import { createHints } from './hints.ts';
import {
  addSocket,
  endSessions,
  hasEndedLately,
  noSockets,
  removeSocket,
  rightsChanged,
  startHeartbeat,
} from './open-sockets.ts';
import type { Presence } from './presence.ts';
import { answerUpgrades, turnAway } from './upgrade.ts';

export interface Realtime {
  /**
   * Ends every socket with 1001 and accepts no more. Waits at most `ms` for messages that are being stored: only the
   * bus tells other processes of them, and it is closed next.
   */
  close(ms: number): Promise<void>;
}

/**
 * The socket at `/chat`, only from our own page and with a session cookie (design §8). The way of a message:
 *
 * 1. `upgrade.ts` opens the writer's socket, and `connection.ts` takes its frames.
 * 2. `chat.ts` checks the event's claim, and `storing.ts` stores the message and answers the writer.
 * 3. The bus takes a note of it to every process, whose `hear` is below.
 * 4. `rooms.ts` finds the readers' room there, and `room.ts` reads the message once and sends it to all of them.
 *    `replay.ts` sends readers who come later what they have missed.
 */
export function createRealtime(
  server: Server,
  deps: Deps,
  presence: Presence,
  isOwnOrigin: (origin: string) => boolean,
  sessionOf: (req: IncomingMessage) => Promise<LiveSession | null>,
): Realtime {
  const open = noSockets();
  const chat = createChat(deps, presence);
  const hints = createHints();

  const upgrades = answerUpgrades(server, deps, isOwnOrigin, sessionOf, (ws, session, age) => {
    if (session && !hasEndedLately(open, session)) accept(ws, session, age);
    else turnAway(ws, closeCodes.signedOut, 'Unauthorized');
  });

  function accept(ws: WebSocket, { person, idHash }: LiveSession, age: number | null): void {
    const connection = openConnection(ws, { person, session: idHash, log: deps.log }, receive);
    ws.on('close', () => {
      removeSocket(open, connection);
      hints.remove(connection);
      chat.left(connection);
    });
    hints.add(connection, age);
    addSocket(deps, open, connection);
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean): void {
    const event = isBinary ? null : readEvent(data);
    if (event) workFor(connection.person.id, () => chat.handle(connection, event));
    else connection.end(closeCodes.refused, 'Not an event of ours');
  }

  /** The bus brings the notes of this process and of all others. */
  const stopHearing = deps.bus.hear((note) => {
    chat.hear(note);
    if (note.kind === 'changed') hints.tell(note);
    else if (note.kind === 'gap') hints.tellAll();
    else if (note.kind === 'person') rightsChanged(deps, open, note.personId);
    else if (note.kind === 'ended') endSessions(open, note.sessions);
  });

  const heartbeat = startHeartbeat(deps, open);

  return {
    async close(ms) {
      upgrades.stop();
      clearInterval(heartbeat);
      stopHearing();
      const sockets = [...upgrades.sockets];
      const closed = sockets.map((ws) => new Promise((resolve) => ws.once('close', resolve)));
      for (const connection of open.turns.keys()) connection.end(closeCodes.goingAway, 'Restarting');
      const cutOff = setTimeout(() => {
        for (const ws of sockets) ws.terminate();
      }, goodbyeMs);
      await Promise.all([...closed, atMost(ms, chat.stored())]);
      clearTimeout(cutOff);
    },
  };
}

/** Waits for work, but no longer than so many ms. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function readEvent(data: RawData): ClientEvent | null {
  try {
    return z.parse(ClientEvent, JSON.parse(data.toString()));
  } catch {
    return null;
  }
}
