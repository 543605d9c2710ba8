import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Fleet } from './fleet.ts';
import { signInMany } from './people.ts';

const atOnce = 100;
/** The rest before the measurement, longer than a round of the heartbeat. */
const restMs = 35_000;

/** The memory of one server's process with so many customers' chats open and silent, in bytes. */
export async function measureIdle(fleet: Fleet, sockets: number): Promise<{ before: number; after: number }> {
  const [server = ''] = fleet.servers;
  const [before = 0] = await fleet.memory();
  const people = await signInMany(fleet.db, sockets, 'customer');
  const open: WebSocket[] = [];
  try {
    for (let from = 0; from < people.length; from += atOnce)
      await Promise.all(
        people.slice(from, from + atOnce).map(async ({ id, cookie }) => {
          const socket = new WebSocket(`${server.replace('http', 'ws')}/chat`, {
            headers: { origin: server, cookie },
            perMessageDeflate: false,
          });
          open.push(socket);
          await once(socket, 'open');
          const data = { userId: id, isSupport: false, lastSeenId: null };
          socket.send(JSON.stringify({ type: 'join', data }));
          await once(socket, 'message');
        }),
      );
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const gone = open.filter((socket) => socket.readyState !== WebSocket.OPEN).length;
    if (gone > 0) throw new Error(`${gone} idle sockets were closed`);
    const [after = 0] = await fleet.memory();
    return { before, after };
  } finally {
    for (const socket of open) socket.terminate();
  }
}
