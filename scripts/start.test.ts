import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { onNode } from '../api/testing/machine/on-node.ts';
import { processEnv } from '../api/testing/machine/process-env.ts';

/** The content of a clone except the packages, which are this one's. */
const parts = ['api', 'app', 'public', 'scripts', 'sw.ts', 'manifest.webmanifest', 'vite.config.ts'];
const files = [...parts, 'package.json', 'package-lock.json', 'tsconfig.json'];
let clone: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'hearthkeep-clone-'));
  for (const file of files) cpSync(file, join(clone, file), { recursive: true });
  // A folder of links, not a link to the folder: if npm ever installed here, it would empty the folder.
  const packages = join(clone, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync('node_modules').filter((name) => name === '.bin' || !name.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(packages, name));
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  writeFileSync(join(packages, '.hearthkeep-lock'), lock);
});
afterEach(() => {
  for (const { pid = 0 } of started.splice(0)) endGroup(pid);
});
afterAll(() => rmSync(clone, { recursive: true }));

/** Ends a command with all processes that it started. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The processes have ended already.
  }
}

/**
 * Runs `npm start`'s script, as when the packages are installed, or another command, until the welcome is printed.
 */
async function start(command = [process.execPath, 'scripts/start.ts']) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: clone,
    env: {
      ...processEnv(),
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      npm_config_update_notifier: 'false',
      npm_config_logs_max: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  started.push(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('admin@example.com')) break;
  }
  const [url = ''] = /http:\/\/localhost:\d+/.exec(output) ?? [];
  return { child, output, url };
}

test('a fresh clone builds, seeds, serves and prints its address and the personas; the next start builds nothing', async () => {
  const first = await start();
  expect(first.output).toContain('member@example.com');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  // The visitor's page is rendered, and the app's is still empty.
  expect(await (await fetch(first.url)).text()).toMatch(/<h1 id="headline">(?:<[^>]*>)*Your home/);
  expect(await (await fetch(`${first.url}/signin`)).text()).toContain('<div id="root"></div>');
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);

  const built = statSync(join(clone, 'dist', 'sw.js')).mtimeMs;
  const second = await start();
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(statSync(join(clone, 'dist', 'sw.js')).mtimeMs).toBe(built);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
}, 300_000);

test('every script, style and module preload of both pages has the hash of its served content', async () => {
  const { url } = await start();
  for (const path of ['/', '/signin']) {
    const html = await (await fetch(url + path)).text();
    const tags =
      html.match(/<script\b[^>]*\bsrc=[^>]*>|<link\b[^>]*(?:stylesheet|modulepreload)[^>]*>/g) ?? [];
    expect(tags.map((tag) => tag.split(' ')[0])).toEqual(expect.arrayContaining(['<script', '<link']));
    for (const tag of tags) {
      const [, file] = /(?:src|href)="([^"]+)"/.exec(tag) ?? [];
      const served = new Uint8Array(await (await fetch(url + file)).arrayBuffer());
      const sum = createHash('sha384').update(served).digest('base64');
      expect(tag).toContain(` integrity="sha384-${sum}"`);
      // Without it the browser may fetch a preload twice.
      expect(tag).toContain(' crossorigin');
    }
  }
});

test('packages that are a link to another folder are refused, and that folder stays unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthkeep-linked-'));
  for (const file of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(file, join(folder, file), { recursive: true });
  const others = join(folder, 'others');
  mkdirSync(others);
  writeFileSync(join(others, 'theirs'), '');
  symlinkSync(others, join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^node_modules is a link/m)]);
  expect(existsSync(join(others, 'theirs'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test.each([
  ['npm', 'SIGTERM', ['npm', 'start']],
  ['npm', 'SIGINT', ['npm', 'start']],
  ['an older Node', 'SIGTERM', [process.execPath, '--import', onNode('20.0.0'), 'scripts/start.mjs']],
] as const)(
  'a service manager that tells %s to end with %s gets a free port and exit code 0',
  async (_, signal, command) => {
    const { child, url } = await start([...command]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  },
);

test.runIf(existsSync('/proc/self'))(
  'the exit code of a killed server is the one that a shell would give',
  async () => {
    const { child, url } = await start([process.execPath, '--import', onNode('20.0.0'), 'scripts/start.mjs']);
    const [server] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    process.kill(Number(server), 'SIGKILL');
    expect(await once(child, 'exit')).toEqual([137, null]);
  },
);
