import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What a clone has, but for the packages, which are this one's. */
const parts = ['api', 'app', 'public', 'scripts', 'sw.ts', 'manifest.webmanifest', 'vite.config.ts'];
const files = [...parts, 'package.json', 'package-lock.json', 'tsconfig.json'];
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'hearthkeep-clone-'));
  for (const file of files) cpSync(file, join(clone, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(clone, { recursive: true }));

/** Starts as `npm start` does once the packages are there, until the welcome is printed. */
async function start(): Promise<{ child: ChildProcess; said: string; url: string }> {
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: clone,
    env: { ...env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('admin@example.com')) break;
  }
  const [url = ''] = /http:\/\/localhost:\d+/.exec(said) ?? [];
  return { child, said, url };
}

test('a fresh clone builds, seeds, serves and says where and as whom; the next start builds nothing', async () => {
  const first = await start();
  expect(first.said).toContain('member@example.com');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  // A visitor's page, rendered, and the app's, still empty.
  expect(await (await fetch(first.url)).text()).toContain('<h1 id="headline">Your home');
  expect(await (await fetch(`${first.url}/signin`)).text()).toContain('<div id="root"></div>');
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);

  const built = statSync(join(clone, 'dist', 'sw.js')).mtimeMs;
  const second = await start();
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(statSync(join(clone, 'dist', 'sw.js')).mtimeMs).toBe(built);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
}, 60_000);
