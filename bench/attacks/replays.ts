import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { systemClock } from '../../api/core/clock.ts';
import { aChatMessage } from '../../api/testing/builders/builders.ts';
import type { Attack, Target } from './attack.ts';

const sockets = 18;
const messages = 5_000;

/** Sockets of one person that join a long chat from its beginning, again whenever its last message has come. */
export const replays: Attack = {
  name: `${sockets} sockets of one person that join a chat of ${messages} messages again and again`,
  async begin(target) {
    const { product, stranger } = target;
    await fillChat(target);
    let joins = 0;
    let closed = 0;
    let stopped = false;
    const open = new Map<number, WebSocket>();
    const join = JSON.stringify({
      type: 'join',
      data: { userId: stranger.id, isSupport: false, lastSeenId: null },
    });
    const begin = (n: number) => {
      const headers = { origin: product.url, cookie: stranger.cookie, 'x-forwarded-for': '198.51.100.7' };
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}/chat`, { headers });
      open.set(n, socket);
      const joinAgain = () => {
        joins += 1;
        socket.send(join);
      };
      socket.on('open', joinAgain);
      socket.on('message', (data) => {
        const { type, data: message } = JSON.parse(String(data));
        if (type === 'message' && message.seq === messages) joinAgain();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
        if (!stopped) setTimeout(begin, 100, n);
      });
    };
    for (let n = 0; n < sockets; n++) begin(n);
    return async () => {
      stopped = true;
      for (const socket of open.values()) socket.terminate();
      if (joins < sockets) throw new Error('Fewer chats were joined than there are sockets');
      return `${joins} joins, ${closed} sockets closed`;
    };
  },
};

async function fillChat({ product: { db }, stranger }: Target): Promise<void> {
  const nobody = { tell: () => {} };
  const sender = { id: stranger.id, role_id: null };
  // The bus is another process's; nobody reads this chat yet.
  const deps = { db, clock: systemClock, bus: nobody as never, changes: nobody };
  await aChatMessage(deps, { conversationId: stranger.id, sender });
  const first = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '=', stranger.id)
    .executeTakeFirstOrThrow();
  const rest = Array.from({ length: messages - 1 }, (_, n) => ({ ...first, id: randomUUID(), seq: n + 2 }));
  for (let n = 0; n < rest.length; n += 500)
    await db
      .insertInto('chat_messages')
      .values(rest.slice(n, n + 500))
      .execute();
  await db
    .updateTable('conversations')
    .set({ last_seq: messages })
    .where('user_id', '=', stranger.id)
    .execute();
}
