import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Member, Noticed } from './members.ts';

const { url, members } = JSON.parse(process.argv[2] ?? '') as { url: string; members: Member[] };
/** The pause between two acts of a member. */
const paceMs = 200;
const patienceMs = 30_000;

const reads = ['/api/bookings', '/api/subscription', '/api/services'];

async function act(member: Member, turn: number, noticed: Noticed): Promise<void> {
  const path = reads[turn % (reads.length + 1)];
  const began = performance.now();
  let answer: string;
  try {
    const response = await fetch(`${url}${path ?? '/api/bookings/messages'}`, {
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        cookie: member.cookie,
        origin: url,
        'x-forwarded-for': member.address,
        ...(!path && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(!path && {
        method: 'POST',
        body: JSON.stringify({ bookingId: member.bookingId, message: 'The gate is open' }),
      }),
    });
    await response.arrayBuffer();
    const isLater = response.status === 503 && response.headers.has('retry-after');
    answer = response.ok ? 'served' : isLater ? 'later' : String(response.status);
  } catch (error) {
    answer = (error as Error).name;
  }
  noticed.times.push(performance.now() - began);
  if (answer === 'served' || answer === 'later') noticed[answer] += 1;
  else noticed.wrong[answer] = (noticed.wrong[answer] ?? 0) + 1;
}

async function goOn(member: Member, n: number, until: number, noticed: Noticed): Promise<void> {
  await wait((paceMs * n) / members.length);
  for (let turn = n; performance.now() < until; turn++) {
    const next = performance.now() + paceMs;
    await act(member, turn, noticed);
    await wait(Math.max(0, next - performance.now()));
  }
}

process.on('message', async (ms: number) => {
  const noticed: Noticed = { times: [], served: 0, later: 0, wrong: {} };
  const until = performance.now() + ms;
  await Promise.all(members.map((member, n) => goOn(member, n, until, noticed)));
  noticed.times.sort((a, b) => a - b);
  process.send?.(noticed);
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
