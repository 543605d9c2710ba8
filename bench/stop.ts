import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../api/testing/machine/free-port.ts';

/**
 * `npm run bench:stop`: the time from SIGTERM to npm's own process until the port is free, while so many clients
 * never rest.
 */
const clients = 100;
const busyMs = 3_000;

const port = await freePort();
const dataDir = await mkdtemp(join(tmpdir(), 'hearthkeep-stop-'));
const npm = spawn('npm', ['start'], {
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
for await (const chunk of npm.stdout) {
  output += chunk;
  if (output.includes('admin@example.com')) break;
}
npm.stdout.resume();

const counts = new Map<string, number>();
let over = false;
const paths = ['/api/services', '/readyz', '/', '/api/config'];
const busy = Promise.all(Array.from({ length: clients }, (_, at) => hammer(paths[at % paths.length] ?? '/')));
await wait(busyMs);
const served = counts.get('200') ?? 0;
const began = performance.now();
npm.kill('SIGTERM');
const exited = once(npm, 'exit').then(([code]) => ({ code, ms: performance.now() - began }));
while (!(await isFree())) await wait(10);
const freeMs = performance.now() - began;
const { code, ms } = await exited;
over = true;
await busy;
await rm(dataDir, { recursive: true });
console.log(`${clients} clients, ${served} answers in ${busyMs} ms; then SIGTERM to npm:`);
console.log(
  `the port is free after ${Math.round(freeMs)} ms, npm ends after ${Math.round(ms)} ms with ${code}`,
);
console.log(Object.fromEntries(counts));

/** Asks again as soon as a request is answered or cut off. */
async function hammer(path: string): Promise<void> {
  while (!over) {
    const outcome = await new Promise<string>((resolve) => {
      const clientRequest = request({ port, host: '127.0.0.1', path, agent: false }, (answer) => {
        answer.resume();
        answer.once('close', () => resolve(String(answer.statusCode)));
      });
      clientRequest.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      clientRequest.end();
    });
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome.startsWith('E')) await wait(50);
  }
}

function isFree(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
