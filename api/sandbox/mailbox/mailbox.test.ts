import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { createMailbox } from './mailbox.ts';
import { openMailboxStore } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set('2026-11-20T22:30:00.000Z');
});
afterAll(() => server.close());

const post = (
  given: { to?: string; subject?: string; text?: string; html?: string; id?: string; mark?: Buffer } = {},
) =>
  server.deps.mail?.send({
    id: randomUUID(),
    to: 'olivia@example.com',
    subject: 'Your service is tomorrow',
    text: 'We are with you tomorrow.',
    html: '<p>We are with you tomorrow.</p>',
    mark: null,
    ...given,
  });
const page = async (query = '') => {
  const response = await fetch(`${server.url}/sandbox/mailbox${query}`);
  return { response, text: await response.text() };
};

test('letters can be read, once each, newest first', async () => {
  expect((await page()).text).toContain('No letters yet');
  const id = randomUUID();
  await post({ id, subject: 'First' });
  await post({ id, subject: 'First' });
  await post({ subject: 'Second', to: 'noah@example.com' });
  const { response, text } = await page();
  expect(response.status).toBe(200);
  expect(text).toContain('Sandbox');
  expect([...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, subject]) => subject)).toEqual(['Second', 'First']);
  expect(text).toContain('To noah@example.com');
  expect(text).toMatch(/21 Nov 2026,? (at )?9:30.am/);
  const some = await page('?to=noah%40example.com');
  expect([...some.text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, subject]) => subject)).toEqual(['Second']);
});

test('letters are text: nothing in them becomes markup, and only our own addresses are links', async () => {
  await post({
    to: '"><script>alert(1)</script>@example.com',
    subject: '<img src=x onerror=alert(1)>',
    text: `<b>bold</b> ${server.url}/bookings/1?a="x" https://evil.example/ javascript:alert(1)`,
  });
  const { response, text } = await page();
  expect(text).not.toMatch(/<(script|img|b)[ >]/);
  expect(text).toContain('href="/bookings/1?a=&quot;x&quot;"');
  expect(text).not.toMatch(/href="(https:\/\/evil|javascript)/);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script');
});

test('a letter is shown in a frame in which no script runs and nothing is loaded', async () => {
  const id = randomUUID();
  await post({ id, html: '<p>Hello</p><script>alert(1)</script>' });
  expect((await page()).text).toMatch(new RegExp(`<iframe [^>]*src="\\?letter=${id}"[^>]* sandbox="[^"]*"`));
  const { response, text } = await page(`?letter=${id}`);
  expect(text).toContain('<p>Hello</p>');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/; sandbox (?!.*allow-(scripts|same-origin))/);
  expect((await page('?letter=nobody')).response.status).toBe(404);
});

test('a letter shows the mark that came with it, and its frame may show no other picture', async () => {
  const id = randomUUID();
  const mark = Buffer.from('a picture');
  await post({ id, html: '<img src="cid:mark@letter" alt="">', mark });
  const { response, text } = await page(`?letter=${id}`);
  expect(text).toBe(`<img src="data:image/png;base64,${mark.toString('base64')}" alt="">`);
  expect(response.headers.get('content-security-policy')).toMatch(/; img-src data:;/);
});

test('a mailbox of an earlier release is read on, with its letters as text', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const old = new Database(join(dataDir, 'mailbox-sandbox.sqlite'));
  old.exec(`CREATE TABLE letters (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    INSERT INTO letters (id, recipient, subject, body, at) VALUES ('1', 'a@example.com', 'Old', 'Words', '2026-11-20')`);
  old.close();
  const store = openMailboxStore(dataDir);
  expect(store.all()).toMatchObject([{ subject: 'Old', text: 'Words', html: '' }]);
  store.close();
  rmSync(dataDir, { recursive: true });
});

test('letters survive a restart', async () => {
  await post({ subject: 'Before the restart' });
  const again = createMailbox({
    dataDir: `${server.deps.env.DATA_DIR}/sandbox`,
    publicUrl: server.url,
    timeZone: () => 'Australia/Sydney',
    businessName: () => 'Hart & Home',
    font: '/font.woff2',
    clock: server.clock,
  });
  let shown = '';
  again.handle(
    { method: 'GET', url: '/sandbox/mailbox' } as never,
    { writeHead: () => {}, end: (html: string) => (shown = html) } as never,
  );
  again.close();
  expect(shown).toContain('Before the restart');
});

test('the mailbox exists only where it cannot hold anybody’s real mail', async () => {
  const issuer = {
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_ID: 'us',
    OIDC_CLIENT_SECRET: 'secret',
    SANDBOX: '1',
  };
  for (const [env, mail] of [
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, 'smtp'],
    [issuer, 'off'],
  ] as const) {
    const other = await startTestServer({ env });
    expect((await fetch(`${other.url}/sandbox/mailbox`)).status).toBe(404);
    expect((await other.anyone.call('readConfig')).body.mail).toBe(mail);
    await other.close();
  }
});

test('the mailbox accepts reads alone', async () => {
  const headers = { origin: server.url };
  expect((await fetch(`${server.url}/sandbox/mailbox`, { method: 'POST', headers })).status).toBe(405);
});
