import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSecret } from '../../api/compose/data-folder.ts';
import { systemClock } from '../../api/core/clock.ts';
import { readEnv } from '../../api/core/env.ts';
import { openDatabase } from '../../api/db/open.ts';
import { createSession } from '../../api/features/records/account/sessions/sessions.service.ts';
import { sessionCookieName } from '../../api/http/cookies.ts';
import { aPlan, aService, aUser } from '../../api/testing/builders/builders.ts';
import { aWorker, breaches } from '../../api/testing/builders/crew.ts';
import { databaseUrl, onServer, wideWaits } from '../../api/testing/databases/database.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { startPaymentsProcess } from '../../api/testing/servers/payments-process.ts';
import {
  type ProductProcess,
  startProductProcess,
  webhookUrlOn,
} from '../../api/testing/servers/product-process.ts';

const slots = 10;
const clients = Number(process.argv.find((one) => one.startsWith('--clients='))?.slice(10) ?? 1000);
/** How often a process is killed, and how many answers of a hundred are lost. */
const killEveryMs = 2_000;
const lost = 5;

type Outcome = 'scheduled' | 'slot_taken';

/**
 * Lets a thousand members race for ten workers with time for one visit each, while processes are killed and answers
 * get lost. `--postgres`: two processes; SQLite has one.
 * @returns whether exactly ten are booked, nobody twice, and each member was told the truth
 */
export async function race(): Promise<boolean> {
  const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-race-'));
  if (postgres) await onServer(postgres.url, 'CREATE DATABASE race');
  const url = postgres ? databaseUrl(postgres.url, 'race') : join(folder, 'hearthkeep.sqlite');
  const ports = [await freePort(), ...(postgres ? [await freePort()] : [])];
  const provider = await startPaymentsProcess({
    dataDir: join(folder, 'payments'),
    webhookUrl: webhookUrlOn(ports[0] ?? 0),
  });
  const servers: ProductProcess[] = [];
  const db = openDatabase(url, { waits: wideWaits });
  try {
    for (const port of ports)
      servers.push(
        await startProductProcess({ dataDir: folder, port, provider, env: { DATABASE_URL: url } }),
      );
    const service = await aService(db, { estimated_minutes: 180 });
    for (let n = 0; n < slots; n += 1)
      await aWorker(db, { serviceIds: [service.id], hours: { from: 480, until: 660 } });
    await db
      .updateTable('business')
      .set((e) => ({ slots: 'on', version: e('version', '+', 1) }))
      .execute();
    // Started again, since only a process's own owner tells it of other settings.
    for (const server of servers) {
      await server.kill();
      await server.start();
    }
    const start = inAWeek();
    const cookies = await signedIn(clients, servers[0]?.url ?? '');
    let isOver = false;
    const killing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await wait(killEveryMs);
        const server = servers[n % servers.length];
        if (isOver || !server) return;
        await server.kill();
        await server.start();
      }
    })();
    const outcomes = await Promise.all(
      cookies.map(({ cookie }, n) => book(servers, { cookie, n, serviceId: service.id, start })),
    );
    isOver = true;
    await killing;
    return await report(outcomes);

    /** Members with hours, each with a session. */
    async function signedIn(count: number, publicUrl: string) {
      const env = readEnv({ PUBLIC_URL: publicUrl, DATA_DIR: folder, DATABASE_URL: url });
      const secret = readSecret(env);
      const people = [];
      for (let n = 0; n < count; n += 1) {
        const user = await aUser(db);
        const ends = new Date(Date.now() + 30 * 86_400_000).toISOString();
        await aPlan(db, { user_id: user.id, current_period_end: ends });
        const session = await createSession({ db, clock: systemClock, env, secret }, user.id, 'bench');
        people.push({ userId: user.id, cookie: `${sessionCookieName(env)}=${session}` });
      }
      return people;
    }

    async function report(all: Outcome[]): Promise<boolean> {
      const bookings = await db
        .selectFrom('bookings')
        .select(['user_id', 'status'])
        .where('service_id', '=', service.id)
        .execute();
      const found = await breaches(db, new Date().toISOString());
      const booked = new Set(bookings.map((booking) => booking.user_id));
      const lies = cookies.filter(({ userId }, n) => (all[n] === 'scheduled') !== booked.has(userId));
      console.log(
        `${postgres ? 'PostgreSQL, two processes' : 'SQLite'}: ${bookings.length} of ${slots} booked for ${clients} clients, ` +
          `${found.length} breaches, ${lies.length} told something else`,
      );
      return (
        bookings.length === slots &&
        bookings.every(({ status }) => status === 'scheduled') &&
        found.length === 0 &&
        lies.length === 0
      );
    }
  } finally {
    await db.destroy();
    for (const server of servers) await server.kill();
    await provider.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true });
  }
}

/** 8 in the morning in Sydney, in a week. */
function inAWeek(): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' });
  const day = parts.format(new Date(Date.now() + 7 * 86_400_000));
  for (const hours of [10, 11]) {
    const at = new Date(Date.parse(`${day}T08:00:00.000Z`) - hours * 3_600_000);
    const shown = at.toLocaleTimeString('en-GB', { timeZone: 'Australia/Sydney' });
    if (shown === '08:00:00') return at.toISOString();
  }
  throw new Error('Sydney has neither of its two times');
}

/** Holds and books until there is an answer; a call without one is repeated, at the other process. */
async function book(
  servers: readonly ProductProcess[],
  wanted: { cookie: string; n: number; serviceId: string; start: string },
): Promise<Outcome> {
  const { cookie, n, serviceId, start } = wanted;
  const call = async (path: string, body: object) => {
    // Of this call and its repeats.
    const key = randomUUID();
    for (let turn = n; ; turn += 1) {
      const server = servers[turn % servers.length];
      if (!server) throw new Error('There is no server');
      try {
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: {
            ...{ cookie, origin: server.url, 'content-type': 'application/json' },
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        });
        const answer = (await response.json()) as { id?: string; status?: string; code?: string };
        if (response.status < 500 && response.status !== 429 && Math.random() * 100 >= lost) return answer;
      } catch {
        // The process was killed.
      }
      await wait(50 + Math.random() * 200);
    }
  };
  for (;;) {
    const held = await call('/api/holds', { serviceId, start });
    if (!held.id) return outcomeOf(held.code);
    const booked = await call('/api/bookings', {
      ...{ serviceId, scheduledDate: start, notes: 'Hello', paymentType: 'subscription' },
      holdId: held.id,
    });
    if (booked.id) return outcomeOf(booked.status);
    // The hold was replaced by a repeat of its own call whose answer was lost.
    if (booked.code !== 'slot_taken') return outcomeOf(booked.code);
  }
}

function outcomeOf(answer: string | undefined): Outcome {
  if (answer === 'scheduled' || answer === 'slot_taken') return answer;
  throw new Error(`A client heard ${answer}`);
}
