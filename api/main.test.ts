import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from './contract/schemas/events.ts';
import { systemClock } from './core/clock.ts';
import { openDatabase } from './db/open.ts';
import { createSession } from './features/records/account/sessions/sessions.service.ts';
import { sessionCookieName } from './http/cookies.ts';
import { aUser } from './testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from './testing/databases/database.ts';
import { freePort } from './testing/machine/free-port.ts';
import { onNode } from './testing/machine/on-node.ts';
import { processEnv } from './testing/machine/process-env.ts';

let folder: string;
let database: TestDatabase;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-main-'));
  database = await testDatabase();
  children = [];
});
afterEach(async () => {
  for (const child of children.filter((c) => c.exitCode === null)) child.kill('SIGKILL');
  await database.close();
  await rm(folder, { recursive: true });
});

interface Main {
  process: ChildProcess;
  url: string;
  port: number;
  stderr: string[];
  /** The messages of its log. */
  messages: string[];
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** Runs `node api/main.ts` in an environment of these values alone. */
function main(given: Record<string, string>): Omit<Main, 'url' | 'port'> & { ready: Promise<Main> } {
  const env = { ...processEnv(), HOST: '127.0.0.1', PORT: '0', ...given };
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const stderr: string[] = [];
  const messages: string[] = [];
  createInterface(child.stderr).on('line', (line) => stderr.push(line));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<Main>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr.join('\n')}`)));
    createInterface(child.stdout).on('line', (line) => {
      const { msg, url, port } = JSON.parse(line);
      messages.push(msg);
      if (msg === 'ready') resolve({ process: child, url, port, stderr, messages, ended });
    });
  });
  ready.catch(() => {});
  return { process: child, stderr, messages, ended, ready };
}

/** Cases without a database run once. */
const onSqlite = process.env.TEST_DATABASE === 'sqlite';

describe.runIf(onSqlite)(
  'an environment value that cannot be used is one line that names it, and exit code 1',
  () => {
    const refused = async (given: Record<string, string>) => {
      const { ended, stderr } = main(given);
      expect(await ended).toBe(1);
      expect(stderr).toHaveLength(1);
      return stderr[0];
    };

    test('a port in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      expect(await refused({ PORT: String(port) })).toBe(`PORT ${port} is in use by another program`);
      other.close();
    });

    test('a data folder that cannot be written', async () => {
      await writeFile(join(folder, 'file'), '');
      expect(await refused({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
        /^DATA_DIR .* cannot be written/,
      );
    });

    test('a folder for photos that cannot be written', async () => {
      await writeFile(join(folder, 'file'), '');
      expect(await refused({ PHOTOS_DIR: join(folder, 'file', 'photos') })).toMatch(
        /^PHOTOS_DIR .* cannot be written/,
      );
      expect(await refused({ PHOTO_DIR: folder })).toBe('PHOTO_DIR is not a known environment value');
    });

    test.runIf(existsSync('/proc/self'))('a data folder where there can be none', async () => {
      expect(await refused({ DATA_DIR: '/proc/hearthkeep' })).toMatch(/^DATA_DIR .* cannot be written/);
    });

    test('a database of another program', async () => {
      const other = openDatabase(join(folder, 'other.sqlite'));
      await sql`CREATE TABLE users (name TEXT)`.execute(other);
      await other.destroy();
      expect(await refused({ DATABASE_URL: join(folder, 'other.sqlite') })).toMatch(
        /^DATABASE_URL cannot be used: .*users/,
      );
    });

    test('a session secret that is empty', async () => {
      await mkdir(join(folder, 'data'), { recursive: true });
      await writeFile(join(folder, 'data', 'session-secret'), '');
      expect(await refused({})).toMatch(/^DATA_DIR holds a session-secret of under 32 characters/);
    });

    test('a database that does not answer', async () => {
      const url = `postgres://someone:a-secret@127.0.0.1:${await freePort()}/none`;
      const line = await refused({ DATABASE_URL: url });
      expect(line).toMatch(/^DATABASE_URL cannot be used: .*ECONNREFUSED/);
      expect(line).not.toContain('a-secret');
    });

    test('a file that is no database', async () => {
      await writeFile(
        join(folder, 'notes.txt'),
        'not a database, but long enough to be read as one'.repeat(100),
      );
      expect(await refused({ DATABASE_URL: join(folder, 'notes.txt') })).toBe(
        'DATABASE_URL cannot be used: file is not a database',
      );
    });

    test.each([
      ['PORT', { PORT: 'abc' }],
      ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
      ['BUSINESS_TIME_ZONE', { BUSINESS_TIME_ZONE: 'Sydney' }],
      ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
      ['STRIPE_SEKRET_KEY', { STRIPE_SEKRET_KEY: 'sk_test_1' }],
      ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://issuer.example' }],
      ['SANDBOX', { NODE_ENV: 'production' }],
    ])('%s, malformed, unknown or missing', async (name, given) => {
      expect(await refused(given)).toMatch(new RegExp(`^${name} `));
    });
  },
);

test('a server without its settings does not open sandboxes over real people', async () => {
  await aUser(database.db, { issuer: 'https://issuer.example' });
  const { ended, stderr } = main({});
  expect(await ended).toBe(1);
  expect(stderr.join('\n')).toContain('OIDC_ISSUER is not set');
  const product = await main({ SANDBOX: '1' }).ready;
  product.process.kill('SIGTERM');
  expect(await product.ended).toBe(0);
});

test('a server does not open a database whose customers were made with other card keys', async () => {
  await database.db.insertInto('card_keys').values({ id: 1, mode: 'live' }).execute();
  await aUser(database.db, { customer_id: 'cus_1' });
  const { ended, stderr } = main({});
  expect(await ended).toBe(1);
  expect(stderr.join('\n')).toBe(
    'STRIPE_SECRET_KEY is not set, and customers or payments of live mode are in this database: use the earlier keys, or an empty DATA_DIR and database',
  );
});

test.runIf(onSqlite)('a real sign-in beside the default contact data is reported', async () => {
  const issuer = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'hush' };
  const reported = async (given: Record<string, string>) => {
    const server = await main({ SANDBOX: '1', ...issuer, ...given }).ready;
    server.process.kill('SIGTERM');
    await server.ended;
    return server.messages.filter((line) => line.includes('contact'));
  };
  const defaults =
    'the settings still have the first phone and e-mail: people see contact data that reach nobody';
  expect(await reported({})).toEqual([defaults]);
  const set = { SUPPORT_PHONE: '02 5550 1234', SUPPORT_EMAIL: 'help@tran.example' };
  expect(await reported(set)).toEqual([defaults]);
  await database.db.deleteFrom('business').execute();
  expect(await reported(set)).toEqual([]);
});

test('a variable that differs from the published settings is named at the start, and changes nothing', async () => {
  const started = async (given: Record<string, string>) => {
    const { process: child, ended, messages, url } = await main(given).ready;
    const { businessName } = (await (await fetch(`${url}/api/config`)).json()) as { businessName: string };
    child.kill('SIGTERM');
    await ended;
    return { businessName, differ: messages.filter((line) => line.includes('differ')) };
  };
  const first = { BUSINESS_NAME: 'Harbour House', CURRENCY: 'nzd' };
  expect(await started(first)).toEqual({ businessName: 'Harbour House', differ: [] });
  expect(await started({})).toEqual({ businessName: 'Harbour House', differ: [] });
  expect(await started({ BUSINESS_NAME: 'Other', CURRENCY: 'nzd' })).toEqual({
    businessName: 'Harbour House',
    differ: ['BUSINESS_NAME differs from the settings of the business, which hold'],
  });
});

test.runIf(onSqlite)('another version of Node gets one line with the command to run instead', async () => {
  const child = spawn(process.execPath, ['--import', onNode('22.18.0'), 'api/main.ts'], {
    env: processEnv(),
  });
  children.push(child);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([stderr, code]).toEqual(['Hearthkeep needs Node 24, and this is 22.18.0. Run: npm start\n', 1]);
});

test.runIf(onSqlite).each(['SIGINT', 'SIGHUP'] as const)('%s stops it as SIGTERM does', async (signal) => {
  const server = await main({}).ready;
  server.process.kill(signal);
  expect(await server.ended).toBe(0);
  expect(server.messages.at(-1)).toBe('stopped');
});

test('the secret is made once and only its owner can read it, also in a folder that an earlier release left open', async () => {
  await mkdir(join(folder, 'data'), { mode: 0o755 });
  const file = join(folder, 'data', 'session-secret');
  const { process: child } = await main({}).ready;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  const made = statSync(file).mtimeMs;
  child.kill('SIGTERM');
  await once(child, 'close');
  const again = await main({}).ready;
  expect(statSync(file).mtimeMs).toBe(made);
  again.process.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test('no other user can read a file that a server has made, the sandboxes’ files included', async () => {
  const server = await main({}).ready;
  const data = join(folder, 'data');
  const made = await readdir(data, { recursive: true });
  expect(made).toEqual(
    expect.arrayContaining(['sandbox/payments-sandbox.sqlite', 'sandbox/mailbox-sandbox.sqlite']),
  );
  // The files of the app are public.
  const open = made.filter((name) => !name.startsWith('assets/') && statSync(join(data, name)).mode & 0o077);
  expect(open).toEqual([]);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a folder without the known photos is reported, and the rest is served', async () => {
  const before = await main({}).ready;
  before.process.kill('SIGTERM');
  await before.ended;
  await rm(join(folder, 'data', 'photos'), { recursive: true });
  const server = await main({}).ready;
  expect(server.messages).toEqual(['photos cannot be kept now', 'ready']);
  expect((await fetch(`${server.url}/api/services`)).status).toBe(200);
});

test('SIGTERM: not ready at once, the request in flight finished, sockets closed with 1001, exit 0', async () => {
  const server = await main({ SESSION_SECRET: secret }).ready;
  const socket = await openSocket(server, await signIn());
  const closed = once(socket, 'close');
  const slow = await slowRequest(server);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  server.process.kill('SIGTERM');
  expect((await closed)[0]).toBe(closeCodes.goingAway);
  const readiness = await fetch(`${server.url}/readyz`);
  expect(readiness.status).toBe(503);
  const refused = await fetch(`${server.url}/api/services`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);

  slow.finish();
  expect(await slow.answer).toMatch(/^HTTP\/1.1 400 /);
  expect(await server.ended).toBe(0);
  expect(server.stderr).toEqual([]);
  if (!database.url.includes('://')) expect(statSync(`${database.url}-wal`).size, 'checkpointed').toBe(0);
});

test.runIf(onSqlite)('SIGTERM: requests that hang are cut off in time', async () => {
  const server = await main({}).ready;
  const idle = connect(server.port, '127.0.0.1');
  await once(idle, 'connect');
  const slow = await slowRequest(server);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await slow.answer).toBe('');
  idle.destroy();
});

const secret = 'a secret of nobody but this test';

/** The cookie of a signed-in person. */
async function signIn(): Promise<string> {
  const user = await aUser(database.db);
  const env = { PUBLIC_URL: 'http://localhost' };
  const value = await createSession(
    { db: database.db, clock: systemClock, secret, env: {} },
    user.id,
    'test',
  );
  return `${sessionCookieName(env)}=${value}`;
}

async function openSocket({ url, port }: Main, cookie: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat`, { origin: url, headers: { cookie } });
  await once(socket, 'open');
  return socket;
}

/** A request whose body is still arriving. */
async function slowRequest({ port }: Main): Promise<{ finish(): void; answer: Promise<string> }> {
  const socket: Socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const ended = once(socket, 'close').then(() => answer);
  const head = [
    'POST /api/backchannel-logout HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/x-www-form-urlencoded',
    'content-length: 2',
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server’s "100 Continue" shows that the request is under way.
  await once(socket, 'data');
  answer = '';
  socket.write('a');
  return { finish: () => socket.write('='), answer: ended };
}
