import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../testing/outside/browser.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browser = () => openBrowser(server.url);

test('the sign-in page requires a valid address, keeps the typed text and escapes it', async () => {
  const by = browser();
  const form = await by.openSignIn();
  const typed = '"><script>alert(1)</script>@nowhere';
  const answer = await by.visit(form.href, { method: 'POST', body: new URLSearchParams({ email: typed }) });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain('Please provide a valid email address');
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@nowhere');
  expect(text).not.toContain('<script');
  const callback = await by.choose(form, 'typed@example.com');
  expect(await by.redirect(callback.href), 'the sign-in goes on').toBe('/');
});

test('the sign-in page runs no script, cannot be framed, and refuses large forms', async () => {
  const by = browser();
  const form = await by.openSignIn();
  const page = await by.visit(form.href);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'/);
  expect(page.headers.get('content-security-policy')).not.toMatch(/script-src|unsafe/);
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const flood = await by.visit(form.href, { method: 'POST', body: `email=${'x'.repeat(10_000)}` });
  expect(flood.status).toBe(413);
});

test('the sign-in page without a sign-in under way says that it has expired', async () => {
  expect(await browser().redirect('/sandbox/identity/sign-in/made-up')).toBe('/signin?error=expired');
  const form = await browser().openSignIn();
  const other = await browser().visit(form.href, {
    method: 'POST',
    body: new URLSearchParams({ email: 'member@example.com' }),
  });
  expect(other.headers.get('location')).toBe('/signin?error=expired');
});

test('a browser that came by another of our names returns to that name', async () => {
  const { port } = new URL(server.url);
  const by = openBrowser(`http://localhost:${port}`);
  const callback = await by.choose(await by.openSignIn(), 'name@example.com');
  expect(callback.origin).toBe(`http://localhost:${port}`);
  expect(await by.redirect(callback.href)).toBe('/');
  expect(await by.me()).toMatchObject({ email: 'name@example.com' });
});

test('the issuer sends codes only to the product', async () => {
  const { url } = await server.deps.identity.begin(`${server.url}/api/callback`);
  const strange = new URL(url);
  strange.searchParams.set('redirect_uri', 'https://evil.example/api/callback');
  const answer = await browser().visit(strange.href);
  expect(answer.headers.get('location')).toBe('/signin?error=failed');
});
