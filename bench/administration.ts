import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, onServer } from '../api/testing/databases/database.ts';
import { startPostgres } from '../api/testing/databases/postgres-server.ts';
import { addressesOf, exports, type View, views } from './administration-views.ts';
import { type Business, fillBusiness } from './business/business.ts';

/**
 * `npm run bench:administration`: the first page of every view of the team, over HTTP, in a business with 1,000
 * bookings and in one with 100,000 at the same pace. The two are asked in turn, so that other load of the machine
 * affects both alike. After that, the memory that the export of all bookings takes while it streams, and the waits
 * of other requests meanwhile.
 * `-- --postgres`: on PostgreSQL. `-- customer audit`: only the views whose names begin so.
 */
const mostMs = 50;
const mostGrowth = 1.5;
const warmUp = 30;
const rounds = 200;

interface Running {
  business: Business;
  process: ChildProcess;
  port: number;
  cookie: string;
  agent: Agent;
}

const args = process.argv.slice(2);
const only = args.filter((arg) => !arg.startsWith('--'));
const postgres = args.includes('--postgres') ? await startPostgres() : null;
const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-bench-'));
const started: Running[] = [];
try {
  const small = await open('small', 1_000);
  const large = await open('large', 100_000);
  const isGood = await measureViews(small, large);
  for (const { name, path } of exports) await measureExport(name, path, large);
  process.exitCode = isGood ? 0 : 1;
} finally {
  for (const { process: child, agent } of started) {
    agent.destroy();
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
  await postgres?.stop();
  await rm(folder, { recursive: true });
}

async function open(name: string, bookings: number): Promise<Running> {
  console.log(`Filling a database with ${bookings.toLocaleString('en')} bookings…`);
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  if (postgres) await onServer(postgres.url, `CREATE DATABASE ${name}`);
  const url = postgres ? databaseUrl(postgres.url, name) : join(dataDir, 'hearthkeep.sqlite');
  const business = await fillBusiness(url, bookings);
  const child = fork('bench/product.ts', [business.adminId], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: url },
    // The product's log goes where it costs its usual time and fills no disk.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port, cookie }] = (await once(child, 'message')) as [{ port: number; cookie: string }];
  const running = {
    business,
    process: child,
    port,
    cookie,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  };
  started.push(running);
  return running;
}

async function measureViews(small: Running, large: Running): Promise<boolean> {
  const chosen = views.filter(({ name }) => !only.length || only.some((part) => name.startsWith(part)));
  console.log(`\n${'first page, ms'.padEnd(34)}  1,000: p50   p95   rows  100,000: p50   p95   rows  growth`);
  let good = true;
  for (const view of chosen) {
    const result = await measureView(view, small, large);
    if (!result) {
      console.log(`${view.name.padEnd(34)}  is not served here`);
      continue;
    }
    const isFine = report(view.name, result);
    good &&= isFine;
  }
  return good;
}

interface Timed {
  times: number[];
  rows: number;
}

async function measureView(view: View, ...servers: [Running, Running]): Promise<[Timed, Timed] | null> {
  const timed = (server: Running) => {
    const addresses = addressesOf(view, server.business);
    return addresses && { server, addresses, times: [] as number[], rows: 0 };
  };
  const [one, other] = [timed(servers[0]), timed(servers[1])];
  if (!one || !other) return null;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const side of [one, other]) {
      const path = side.addresses[(round + warmUp) % side.addresses.length] ?? '';
      const { ms, body } = await get(side.server, path);
      if (round < 0) side.rows = Math.max(side.rows, (view.rows ?? rowsOf)(body));
      else side.times.push(ms);
    }
  }
  return [one, other];
}

/** The number of things on a page; 1 for a single thing. */
function rowsOf(body: string): number {
  const answer: unknown = JSON.parse(body);
  if (Array.isArray(answer)) return answer.length;
  const lists = Object.values(answer as object).filter(Array.isArray);
  return Math.max(1, ...lists.map((list) => list.length));
}

/**
 * Growth compares the medians of equally full pages. A higher percentile says more about the machine than about the
 * view, and a page of thirty things costs more than one of ten.
 */
function report(name: string, [small, large]: [Timed, Timed]): boolean {
  const [p50, p95] = [at(large.times, 0.5), at(large.times, 0.95)];
  const growth = p50 / at(small.times, 0.5);
  const comparable = small.rows >= large.rows * 0.8;
  const slow = p95 > mostMs;
  const grows = comparable && growth > mostGrowth;
  const cells = [
    at(small.times, 0.5).toFixed(2).padStart(11),
    at(small.times, 0.95).toFixed(2).padStart(5),
    String(small.rows).padStart(6),
    p50.toFixed(2).padStart(12),
    p95.toFixed(2).padStart(5),
    String(large.rows).padStart(6),
    comparable ? `${growth.toFixed(2)}×`.padStart(7) : '(fuller)',
  ];
  console.log(`${name.padEnd(34)} ${cells.join(' ')}${slow ? '  TOO SLOW' : ''}${grows ? '  GROWS' : ''}`);
  return !slow && !grows;
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/**
 * Makes a request, and measures the time from its first byte to the answer's last.
 * @throws on any status other than 200
 */
function get({ port, cookie, agent }: Running, path: string): Promise<{ ms: number; body: string }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    request({ host: '127.0.0.1', port, path, agent, headers: { cookie } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - began, body });
        else reject(new Error(`${path} answered ${response.statusCode}: ${body.slice(0, 500)}`));
      });
    })
      .on('error', reject)
      .end();
  });
}

/**
 * The server's extra memory at its peak, read ten times a second while the file is read, and the longest wait for
 * its health, asked repeatedly.
 */
async function measureExport(name: string, path: string, server: Running): Promise<void> {
  const before = residentMb(server.process);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(server.process));
  }, 100);
  let isTaken = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!isTaken) longestMs = Math.max(longestMs, (await get(server, '/healthz')).ms);
  })();
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { cookie: server.cookie },
  });
  let bytes = 0;
  if (response.ok) for await (const chunk of response.body ?? []) bytes += chunk.length;
  isTaken = true;
  await asking;
  clearInterval(watch);
  const isFile = response.headers.get('content-type')?.startsWith('text/csv');
  if (!response.ok || !isFile) return console.log(`\n${name}: is not served here (${response.status})`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\n${name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s; the server's memory went from ${before} MB to ${most} MB at most; others waited ${longestMs.toFixed(0)} ms at most`,
  );
}

function residentMb({ pid }: ChildProcess): number {
  return Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  );
}
