import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import type { SignedIn } from '../sockets/people.ts';
import type { Attack, Target } from './attack.ts';
import { halfSentBodies } from './half-sent.ts';
import { letters } from './letters.ts';
import { childrenOf, postgresProcess } from './processes.ts';
import { replays } from './replays.ts';
import { manyScans, mostScans } from './scans.ts';
import { writesAtOnce } from './writes-at-once.ts';

const tickMs = 5;
const framesATick = 50;
const floods = 5;
const manySockets = 3_000;
/** Sockets are opened at an even pace, over most of a phase. */
const socketsATick = 2;
const feedsAtOnce = 60;
const previewsAtOnce = 20;

export const attacks: readonly Attack[] = [
  {
    name: `${floods} sockets that send 10,000 frames a second and read nothing`,
    begin(target) {
      let sent = 0;
      let closed = 0;
      const again = begun((over) => {
        const socket = openChat(target, target.stranger);
        const flood = setInterval(() => {
          if (socket.readyState !== WebSocket.OPEN) return;
          for (let n = 0; n < framesATick; n++) socket.send(typing(target.stranger));
          sent += framesATick;
        }, tickMs);
        socket.on('open', () => socket.pause());
        socket.on('close', () => {
          clearInterval(flood);
          closed += 1;
          over();
        });
        return () => socket.terminate();
      }, floods);
      return async () => {
        await again.stop();
        return `${sent} frames tried, ${closed} sockets closed`;
      };
    },
  },
  {
    name: `${manySockets} sockets on one session`,
    async begin(target) {
      let open = 0;
      let most = 0;
      const sockets: WebSocket[] = [];
      const openOne = () => {
        const socket = openChat(target, target.stranger);
        sockets.push(socket);
        let wasOpen = false;
        socket.on('open', () => {
          wasOpen = true;
          most = Math.max(most, ++open);
        });
        socket.on('close', () => {
          if (wasOpen) open -= 1;
        });
      };
      const opening = setInterval(() => {
        for (let n = 0; n < socketsATick && sockets.length < manySockets; n++) openOne();
      }, tickMs);
      return async () => {
        clearInterval(opening);
        for (const socket of sockets) socket.terminate();
        return `${sockets.length} tried, ${most} open at most`;
      };
    },
  },
  {
    name: `a calendar of 10,000 bookings, read by ${feedsAtOnce} at once from ever other addresses`,
    begin: ({ feed }) => hammer(feedsAtOnce, (n) => fetch(feed, { headers: from(n) })),
  },
  {
    name: `previews of a change of plan, ${previewsAtOnce} at once`,
    begin: ({ product, subscriber }) =>
      hammer(previewsAtOnce, () =>
        fetch(`${product.url}/api/subscription/preview?tier=premium`, {
          headers: { cookie: subscriber.cookie, ...from(0) },
        }),
      ),
  },
  halfSentBodies,
  replays,
  writesAtOnce,
  manyScans,
  mostScans,
  letters,
  {
    name: 'another program that writes to SQLite and does not end',
    against: 'sqlite',
    refuses: true,
    begin({ product }) {
      const other = new Database(product.database);
      other.exec('BEGIN IMMEDIATE');
      return async () => {
        other.close();
        return 'writes wait for it';
      };
    },
  },
  {
    name: 'a full disk',
    against: 'disk',
    refuses: true,
    async begin({ product }) {
      // Otherwise writes would use space that SQLite holds already.
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(product.db);
      const file = join(String(product.disk), 'something-else');
      let size = 0;
      for (const part of [1 << 20, 1 << 12])
        try {
          for (; ; size += part) appendFileSync(file, Buffer.alloc(part));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      return async () => {
        rmSync(file);
        return `${(size / 2 ** 20).toFixed(0)} MB of something else`;
      };
    },
  },
  {
    name: 'a PostgreSQL that stands still, all of its processes',
    against: 'postgres',
    refuses: true,
    async begin({ product }) {
      const postmaster = await postgresProcess(product.database);
      const pids = [postmaster, ...(await childrenOf(postmaster))];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return async () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        return `${pids.length} processes stopped`;
      };
    },
  },
];

const openChat = ({ product }: Target, person: SignedIn): WebSocket => {
  const headers = { origin: product.url, cookie: person.cookie, ...from(0) };
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/chat`, { headers });
  // The socket of a refused upgrade is closed too.
  socket.on('error', () => {});
  return socket;
};

const typing = ({ id }: SignedIn) =>
  JSON.stringify({ type: 'typing', data: { userId: id, isSupport: false } });

/** An attacker's address. */
const from = (n: number) => ({ 'x-forwarded-for': `198.51.${(n >> 8) % 256}.${n % 256}` });

/** Keeps so many running, each restarted when it ends; `begin` returns the function that ends one at once. */
function begun(begin: (over: () => void) => () => void, count: number): { stop(): Promise<void> } {
  let stopped = false;
  const running = new Map<number, () => void>();
  const go = (n: number) => {
    running.set(
      n,
      begin(() => {
        running.delete(n);
        if (!stopped) setImmediate(go, n);
      }),
    );
  };
  for (let n = 0; n < count; n++) go(n);
  return {
    async stop() {
      stopped = true;
      for (const end of running.values()) end();
      while (running.size > 0) await wait(tickMs);
    },
  };
}

/** Sends so many requests at once, one after the other on each. */
function hammer(atOnce: number, ask: (n: number) => Promise<Response>): () => Promise<string> {
  const answers: Record<string, number> = {};
  let requests = 0;
  let stopped = false;
  const all = Array.from({ length: atOnce }, async () => {
    while (!stopped) {
      const answer = await ask(requests++).then(
        async (response) => {
          await response.arrayBuffer();
          return String(response.status);
        },
        (error: Error) => error.name,
      );
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(all);
    return Object.entries(answers)
      .map(([answer, count]) => `${count} times ${answer}`)
      .join(', ');
  };
}
