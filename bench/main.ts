import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../api/testing/databases/postgres-server.ts';
import { fillDatabase, type Reader } from './data.ts';
import { runCampaign } from './faults/campaign.ts';
import type { Load, Measured } from './load.ts';
import { campaignOfTheOutbox } from './outbox.ts';
import { measurePages } from './pages.ts';
import { compareBytes, processesOn, type Served } from './servers.ts';

/**
 * `npm run bench`: compares the product with a bare server that returns the same bytes or does the same durable
 * insert, in one run with alternating rounds, as ratios of their medians. After that, Lighthouse's results for the
 * pages; then thousands of payments and changes of plans under every fault, and a comparison of the books; then the
 * outbox on a device that is killed at any moment. `-- --load`, `-- --pages`, `-- --faults` or `-- --outbox` runs
 * one part alone.
 */
const rounds = 5;
const roundMs = 3_000;
const connections = 24;

interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** The least acceptable ratio of the product to the bare server. */
  wanted: number;
}

const cases: Case[] = [
  { name: 'GET /api/bookings, 20 of 200', method: 'GET', path: '/api/bookings?limit=20', wanted: 0.35 },
  { name: 'GET /api/services', method: 'GET', path: '/api/services', wanted: 0.35 },
  { name: 'POST /api/bookings/messages', method: 'POST', path: '/api/bookings/messages', wanted: 0.4 },
];

const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-bench-'));
const processes = processesOn(folder);
try {
  const parts = ['--load', '--pages', '--faults', '--outbox'];
  const chosenParts = parts.filter((part) => process.argv.includes(part));
  const isChosen = (part: string) => chosenParts.length === 0 || chosenParts.includes(part);
  const loads = isChosen('--load') ? await bench() : true;
  const pages = isChosen('--pages') ? await measurePages() : true;
  const faults = isChosen('--faults') ? await campaignOfFaults() : true;
  const outbox = isChosen('--outbox') ? await campaignOfTheOutbox() : true;
  process.exitCode = loads && pages && faults && outbox ? 0 : 1;
} finally {
  await processes.end();
  await rm(folder, { recursive: true });
}

async function bench(): Promise<boolean> {
  console.log('Filling a database with 100,000 bookings…');
  const reader = await fillDatabase(folder);
  const product = await processes.serve('bench/product.ts', reader);
  const bare = await processes.serve('bench/bare.ts', reader);
  const loader = processes.start('bench/load.ts');
  for (const { method, path } of cases) if (method === 'GET') await compareBytes(path, product, bare);

  let good = true;
  console.log(`\n${'per second'.padEnd(32)}   product      bare   ratio  wanted   p99 ms`);
  for (const test of cases) {
    const runs: { product: Measured[]; bare: Measured[] } = { product: [], bare: [] };
    await measure(loader, test, product, reader, 1_500);
    await measure(loader, test, bare, reader, 1_500);
    for (let round = 0; round < rounds; round++) {
      runs.product.push(await measure(loader, test, product, reader, roundMs));
      runs.bare.push(await measure(loader, test, bare, reader, roundMs));
    }
    const [ours, floor] = [median(runs.product, 'perSecond'), median(runs.bare, 'perSecond')];
    const ratio = ours / floor;
    good &&= ratio >= test.wanted;
    const cells = [ours.toFixed(0).padStart(9), floor.toFixed(0).padStart(9), ratio.toFixed(2).padStart(7)];
    const p99 = median(runs.product, 'p99ms').toFixed(1);
    console.log(
      `${test.name.padEnd(32)} ${cells.join(' ')}  ${test.wanted.toFixed(2).padStart(6)} ${p99.padStart(8)}`,
    );
  }
  return good;
}

function measure(
  loader: ChildProcess,
  test: Case,
  server: Served,
  reader: Reader,
  ms: number,
): Promise<Measured> {
  const run: Load = {
    port: server.port,
    method: test.method,
    path: test.path,
    headers: { cookie: server.cookie, origin: `http://127.0.0.1:${server.port}` },
    bodies: reader.bookingIds.map((bookingId) => JSON.stringify({ bookingId, message: 'The gate is open' })),
    connections,
    ms,
  };
  return new Promise((resolve, reject) => {
    loader.once('message', (message: { measured: Measured } | { error: string }) => {
      if ('measured' in message) resolve(message.measured);
      else reject(new Error(message.error));
    });
    loader.send(run);
  });
}

async function campaignOfFaults(): Promise<boolean> {
  const given = (name: string) =>
    process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const seed = Number(given('seed') ?? 1);
  const members = Number(given('members') ?? 480);
  const began = performance.now();
  const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
  const result = await runCampaign({
    seed,
    members,
    steps: 8,
    kills: Math.ceil(members / 8),
    pastHours: given('past-hours') === 'refuse' ? 'refuse' : 'offer',
    ...(postgres && { databaseUrl: postgres.url }),
  }).finally(() => postgres?.stop());
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `\nFaults, seed ${seed}: ${result.payments} payments, ${result.refunds} refunds, ${result.planChanges} changes of plans and ${result.past} bookings past the hours, ${result.quotes} quotes in hours, ${result.late} visits called off late, ${result.longer} answers about work that took longer, ${result.disputes} disputes, ${result.deeds} deeds in the dashboard, ${result.savings} larger plans for a month's last minutes, ${result.kills} kills, ${result.lostAnswers} of our answers lost, ${seconds} s; ${result.differences.length} differences`,
  );
  for (const difference of result.differences) console.log(`    ${difference}`);
  return result.differences.length === 0;
}

function median(runs: Measured[], of: keyof Measured): number {
  const sorted = runs.map((run) => run[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
