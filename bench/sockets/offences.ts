import type { WebSocket } from 'ws';
import type { SignedIn } from './people.ts';

export type Offence = {
  /** The headers of its upgrade, in place of the right ones. */
  headers?: (of: { origin: string; cookie: string }) => Record<string, string>;
  offend?: (socket: WebSocket, person: SignedIn) => void;
};

const tickMs = 5;
const framesASecond = 10_000;

/** Forbidden acts: each is repeated, on every server in turn. */
export const offences: readonly Offence[] = [
  // Sends too fast, until it is cut off.
  {
    offend(socket, { id }) {
      const flood = setInterval(() => {
        for (let n = 0; n < (framesASecond * tickMs) / 1000; n++) say(socket, id, `Buy now ${n}`);
      }, tickMs);
      socket.on('close', () => clearInterval(flood));
    },
  },
  // Sends too much.
  { offend: (socket) => socket.send('x'.repeat(100_000)) },
  // Claims to be another person.
  { offend: (socket) => say(socket, '00000000-0000-4000-8000-000000000000', 'It is me') },
  // Claims to be support.
  {
    offend: (socket, { id }) =>
      socket.send(
        JSON.stringify({ type: 'join', data: { userId: id, isSupport: true, conversationId: id } }),
      ),
  },
  // Sends an unknown event.
  { offend: (socket) => socket.send('{"type":"shout"}') },
  // Connects from another site, from none, without a session, and with an unknown one.
  { headers: ({ cookie }) => ({ origin: 'https://example.org', cookie }) },
  { headers: ({ cookie }) => ({ cookie }) },
  { headers: ({ origin }) => ({ origin }) },
  { headers: ({ origin }) => ({ origin, cookie: 'hearthkeep=made-up' }) },
];

function say(socket: WebSocket, userId: string, content: string): void {
  socket.send(JSON.stringify({ type: 'message', data: { userId, isSupport: false, content } }));
}
