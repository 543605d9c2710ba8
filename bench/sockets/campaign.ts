import type { Db } from '../../api/db/database.ts';
import { clientsOf, converse, startAll } from './conversations.ts';

export interface SocketCampaign {
  clients: number;
  /** The number of cuts, at any moment of a socket. */
  disconnects: number;
  /** The duration of the campaign, if the machine is fast enough. */
  ms: number;
  /** The messages written meanwhile. */
  messages: number;
}

export interface SocketCampaignResult {
  disconnects: number;
  /** The stored messages, and the sum of their arrivals at all of their clients. */
  messages: number;
  deliveries: number;
  /** Stored messages that a client was never sent. */
  lost: number;
  /** Messages that a client was sent twice, or that were stored twice. */
  doubled: number;
  /** Messages that a client was sent after a later one. */
  reordered: number;
}

const tickMs = 20;
const patienceMs = 120_000;

/**
 * Clients on all servers write, and their sockets are cut again and again while they join, catch up, write and read.
 * At the end everyone reconnects, and the messages that each was sent are compared with the stored ones.
 * @throws if a client never catches up or connects again
 */
export async function runSocketCampaign(
  { db, servers }: { db: Db; servers: readonly string[] },
  campaign: SocketCampaign,
): Promise<SocketCampaignResult> {
  const conversations = await converse(db, servers, campaign.clients);
  const clients = clientsOf(conversations);
  const anyOf = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
  try {
    await startAll(clients);
    const began = performance.now();
    let cut = 0;
    let written = 0;
    // On a slow machine the last cuts wait until somebody is connected again.
    for (let share = 0; share < 1 || cut < campaign.disconnects; ) {
      if (performance.now() - began > campaign.ms + patienceMs) throw new Error('Nobody could be cut off');
      await new Promise((resolve) => setTimeout(resolve, tickMs));
      share = Math.min(1, (performance.now() - began) / campaign.ms);
      for (; written < campaign.messages * share; written += 1) anyOf(clients).write(`Message ${written}`);
      for (; cut < campaign.disconnects * share; ) {
        const client = anyOf(clients);
        const before = client.disconnects;
        client.cut();
        if (client.disconnects > before) cut += 1;
        // A client that is just reconnecting cannot be cut: another is, or, if all are, the next later.
        else if (!clients.some((one) => one.isSettled)) break;
      }
    }
    const result = { disconnects: cut, messages: 0, deliveries: 0, lost: 0, doubled: 0, reordered: 0 };
    await until(() => clients.every((client) => client.isSettled));
    const stored = await storedIn(
      db,
      conversations.map(({ customer }) => customer.id),
    );
    for (const { customer, devices, team } of conversations) {
      const { last = 0, different = 0 } = stored.get(customer.id) ?? {};
      result.messages += last;
      // Each client's texts are unique, so they reveal messages stored twice.
      result.doubled += last - different;
      for (const client of [...devices, team]) {
        await until(() => client.received.at(-1) === last || last === 0);
        const counted = new Set(client.received);
        result.deliveries += counted.size;
        result.lost += last - counted.size;
        result.doubled += client.received.length - counted.size;
        result.reordered += client.received.filter((seq, n) => seq < (client.received[n - 1] ?? 0)).length;
      }
    }
    if (result.messages !== written) throw new Error(`${written} were written, ${result.messages} stored`);
    return result;
  } finally {
    for (const client of clients) client.stop();
  }
}

async function storedIn(db: Db, ids: string[]): Promise<Map<string, { last: number; different: number }>> {
  const rows = await db
    .selectFrom('chat_messages')
    .select((e) => [
      'conversation_id',
      e.fn.max('seq').as('last'),
      e.fn.count<number>('content').distinct().as('different'),
    ])
    .where('conversation_id', 'in', ids)
    .groupBy('conversation_id')
    .execute();
  return new Map(rows.map(({ conversation_id, last, different }) => [conversation_id, { last, different }]));
}

async function until(isSo: () => boolean): Promise<void> {
  const since = performance.now();
  while (!isSo()) {
    if (performance.now() - since > patienceMs) throw new Error('Somebody never caught up');
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
}
