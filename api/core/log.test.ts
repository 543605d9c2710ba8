import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** The lines that a process writes to stdout. */
async function written(logging: string): Promise<Record<string, unknown>[]> {
  const source = `import { createLog } from './api/core/log.ts'; const log = createLog('info'); ${logging}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source]);
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a line is JSON with its level, time, facts and text, and nothing personal at any depth', async () => {
  const [line] = await written(
    `log.info({ bookingId: 'b', email: 'a@b.c', request: { path: '/x', headers: { cookie: 'c' }, phone: '1' } }, 'said');`,
  );
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    bookingId: 'b',
    request: { path: '/x' },
    msg: 'said',
  });
});

test('an error keeps its type, code, text and stack, without the row in a driver’s error', async () => {
  const [line] = await written(`
    const cause = Object.assign(new Error('inner'), { detail: 'Key (email)=(a@b.c) exists', code: '23505' });
    log.error({ err: new TypeError('outer', { cause }) }, 'failed');`);
  expect(line).toMatchObject({ level: 'error', err: { type: 'TypeError', message: 'outer' } });
  expect(line).toMatchObject({ err: { cause: { message: 'inner', code: '23505' } } });
  expect(JSON.stringify(line)).not.toContain('a@b.c');
});

test.runIf(existsSync('/dev/full'))(
  'a disk that has no room for the log does not end the process',
  async () => {
    const source = `import { createLog } from './api/core/log.ts';
    const log = createLog('info');
    for (let line = 0; line < 20_000; line++) log.info({ line }, 'x'.repeat(200));
    setImmediate(() => process.stderr.write('alive'));`;
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const [output, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
    expect([output, code]).toEqual(['alive', 0]);
  },
);

test('a reader of the log that leaves does not prevent the process from ending', async () => {
  const log = new URL('./log.ts', import.meta.url).href;
  const script = `
    const { createLog } = await import('${log}');
    const log = createLog('info');
    log.info('one');
    process.stdin.once('data', () => {
      for (let line = 0; line < 100; line++) log.info('nobody reads this');
      process.exit(0);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const closed = once(child.stdout, 'close');
  child.stdout.destroy();
  await closed;
  child.stdin.write('go');
  expect(await ended).toEqual([0, null]);
});
