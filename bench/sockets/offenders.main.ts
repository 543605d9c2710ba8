import { WebSocket } from 'ws';
import { offences } from './offences.ts';
import type { SignedIn } from './people.ts';

const restMs = 1_000;

let servers: string[] = [];
let people: SignedIn[] = [];
/** The number of the present round; 0 for none. */
let round = 0;
let rounds = 0;
let stayed = 0;
let sockets = 0;
/** The open sockets, with their beginning. */
const open = new Map<WebSocket, number>();

function offend(person: SignedIn, turn: number, of: number): void {
  if (of !== round) return;
  const origin = servers[turn % servers.length] ?? '';
  const offence = offences[turn % offences.length] ?? {};
  const headers = { origin, cookie: person.cookie };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/chat`, {
    headers: offence.headers?.(headers) ?? headers,
  });
  open.set(socket, performance.now());
  // The socket of a refused upgrade is closed too.
  socket.on('error', () => {});
  socket.on('open', () => {
    open.set(socket, performance.now());
    offence.offend?.(socket, person);
  });
  socket.on('close', () => {
    note(socket);
    setTimeout(offend, restMs, person, turn + 1, of);
  });
}

function note(socket: WebSocket): void {
  if (!open.has(socket)) return;
  stayed = Math.max(stayed, performance.now() - (open.get(socket) ?? 0));
  sockets += 1;
  open.delete(socket);
}

process.on('message', (message: 'begin' | 'rest' | { servers: string[]; people: SignedIn[] }) => {
  if (message === 'begin') {
    [stayed, sockets] = [0, 0];
    round = ++rounds;
    for (const [n, person] of people.entries())
      setTimeout(offend, (restMs * n) / people.length, person, n, round);
    process.send?.('begun');
  } else if (message === 'rest') {
    round = 0;
    // A socket that nobody closed has stayed until now.
    for (const socket of [...open.keys()]) {
      note(socket);
      socket.terminate();
    }
    process.send?.({ stayed, sockets });
  } else {
    ({ servers, people } = message);
    process.send?.('ready');
  }
});
process.once('disconnect', () => process.exit(0));
