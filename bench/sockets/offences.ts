import type { WebSocket } from 'ws';
import type { SignedIn } from './people.ts';

export type Offence = {
  /** What its upgrade says instead of what it should. */
  headers?: (of: { origin: string; cookie: string }) => Record<string, string>;
  offend?: (socket: WebSocket, person: SignedIn) => void;
};

const tickMs = 5;
const framesASecond = 10_000;

/** What nobody may do: each again and again, on every server in turn. */
export const offences: readonly Offence[] = [
  // Too fast, for as long as it is let.
  {
    offend(socket, { id }) {
      const flood = setInterval(() => {
        for (let n = 0; n < (framesASecond * tickMs) / 1000; n++) say(socket, id, `Buy now ${n}`);
      }, tickMs);
      socket.on('close', () => clearInterval(flood));
    },
  },
  // Too much.
  { offend: (socket) => socket.send('x'.repeat(100_000)) },
  // Somebody else.
  { offend: (socket) => say(socket, '00000000-0000-4000-8000-000000000000', 'It is me') },
  // Support.
  {
    offend: (socket, { id }) =>
      socket.send(
        JSON.stringify({ type: 'join', data: { userId: id, isSupport: true, conversationId: id } }),
      ),
  },
  // Nothing that was ever agreed on.
  { offend: (socket) => socket.send('{"type":"shout"}') },
  // From another site, from none, without a session, and with one that never was.
  { headers: ({ cookie }) => ({ origin: 'https://example.org', cookie }) },
  { headers: ({ cookie }) => ({ cookie }) },
  { headers: ({ origin }) => ({ origin }) },
  { headers: ({ origin }) => ({ origin, cookie: 'hearthkeep=made-up' }) },
];

function say(socket: WebSocket, userId: string, content: string): void {
  socket.send(JSON.stringify({ type: 'message', data: { userId, isSupport: false, content } }));
}
