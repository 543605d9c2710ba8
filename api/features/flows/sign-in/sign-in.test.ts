import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IdentityUnavailable } from '../../../providers/identity/identity.ts';
import { type Browser, openBrowser } from '../../../testing/outside/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: 'boss@example.com' } });
});
afterAll(() => server.close());

const browser = () => openBrowser(server.url);
const me = async (by: Browser) => (await by.visit('/api/auth/user')).json();
const pathOf = (url: URL) => url.pathname + url.search;
const errorOf = async (by: Browser, address: string) => (await by.visit(address)).headers.get('location');
const sessionsOf = (email: string) =>
  server.deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .where('users.email', '=', email)
    .execute();

test('a new person signs in by an address, returns to their page, and is named after the address', async () => {
  const anna = browser();
  const end = await anna.signIn('anna.lee@example.com', '/bookings?tab=all');
  expect(pathOf(end)).toBe('/bookings?tab=all');
  expect(await me(anna)).toMatchObject({
    firstName: 'Anna',
    lastName: 'Lee',
    email: 'anna.lee@example.com',
    role: 'customer',
    subscriptionTier: 'none',
    monthlyHours: 0,
    usedHours: '0',
    conciergeContact: null,
    conciergeTel: null,
  });
  expect(anna.cookie('hearthkeep-in')?.line).not.toMatch(/httponly/i);
  expect(anna.cookie(/^hearthkeep-signin-/), 'the attempt is used up').toBeUndefined();
});

test('a returning person has the same row, with the issuer’s present claims', async () => {
  const first = browser();
  await first.signIn('again@example.com');
  const { id } = await me(first);
  await server.deps.db.updateTable('users').set({ first_name: 'Old' }).where('id', '=', id).execute();
  const second = browser();
  await second.signIn('AGAIN@example.com ');
  expect(await me(second)).toMatchObject({ id, firstName: 'Again' });
});

test('two simultaneous first sign-ins make one person', async () => {
  const both = await Promise.all(
    [browser(), browser()].map(async (by) => {
      const callback = await by.choose(await by.openSignIn(), 'twin@example.com');
      return { by, callback };
    }),
  );
  await Promise.all(both.map(({ by, callback }) => by.visit(callback.href)));
  const [one, other] = await Promise.all(both.map(({ by }) => me(by)));
  expect(one.email).toBe('twin@example.com');
  expect(one.id).toBe(other.id);
});

test('two tabs of one browser can both sign in, in either order', async () => {
  const tabs = browser();
  const first = await tabs.openSignIn('/services');
  const second = await tabs.openSignIn('/profile');
  const secondCallback = await tabs.choose(second, 'tabs@example.com');
  const firstCallback = await tabs.choose(first, 'tabs@example.com');
  expect(await errorOf(tabs, firstCallback.href)).toBe('/services');
  expect(await errorOf(tabs, secondCallback.href)).toBe('/profile');
});

test('administrators are those whom ADMIN_EMAILS names and the sandbox has verified', async () => {
  const boss = browser();
  await boss.signIn('Boss@Example.com');
  expect(await me(boss)).toMatchObject({ role: 'admin' });
  const persona = browser();
  await persona.signIn('admin@example.com');
  expect(await me(persona)).toMatchObject({ role: 'admin', firstName: 'Priya' });
});

test('an administrator by address is logged once, at whichever sign-in', async () => {
  const { db } = server.deps;
  const acts = async (id: string) => {
    const rows = db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id).orderBy('created_at');
    return (await rows.execute()).map(({ actor_id, act, details }) => [actor_id, act, JSON.parse(details)]);
  };
  const boss = browser();
  await boss.signIn('boss@example.com');
  const { id } = await me(boss);
  const first = [id, 'role_changed', { from: null, to: 'admin', by: 'address' }];
  expect(await acts(id)).toEqual([first]);
  await db.updateTable('users').set({ role_id: null }).where('id', '=', id).execute();
  for (let times = 0; times < 2; times += 1) await browser().signIn('boss@example.com');
  expect(await acts(id)).toEqual([
    first,
    [id, 'role_changed', { from: 'customer', to: 'admin', by: 'address' }],
  ]);
  const customer = browser();
  await customer.signIn('customer.only@example.com');
  expect(await acts((await me(customer)).id)).toEqual([]);
});

test('a sign-in without a page to return to leads the team to its day, and everybody else home', async () => {
  const landing = async (email: string, login: string) => {
    const by = browser();
    const { url } = await by.follow(login);
    const callback = await by.choose(url, email);
    return (await by.follow(callback.href, (next) => next.pathname.startsWith('/api/'))).url.pathname;
  };
  expect(await landing('admin@example.com', '/api/login')).toBe('/admin/today');
  expect(await landing('admin@example.com', '/api/login?returnTo=%2F')).toBe('/');
  expect(await landing('admin@example.com', '/api/login?returnTo=%2Fbookings')).toBe('/bookings');
  expect(await landing('nobody.else@example.com', '/api/login')).toBe('/');
});

test('a state that is forged, replayed, of another browser or missing signs nobody in', async () => {
  const mallory = browser();
  const victim = browser();
  const callback = await mallory.choose(await mallory.openSignIn(), 'mallory@example.com');
  expect(await errorOf(victim, callback.href), 'login of another browser').toBe('/signin?error=expired');
  await victim.openSignIn();
  expect(await errorOf(victim, callback.href), 'while an own attempt is under way').toBe(
    '/signin?error=expired',
  );
  expect(victim.cookie('hearthkeep')).toBeUndefined();
  expect(await errorOf(victim, '/api/callback?code=x&state=forged')).toBe('/signin?error=expired');
  expect(await errorOf(victim, '/api/callback')).toBe('/signin?error=expired');
  expect(await errorOf(victim, '/api/callback?state=a&state=b')).toBe('/signin?error=expired');

  expect(await errorOf(mallory, callback.href)).toBe('/');
  mallory.drop('hearthkeep');
  expect(await errorOf(mallory, callback.href), 'replayed').toBe('/signin?error=expired');
});

test('an attempt with a changed cookie is refused', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn('/profile'), 'tamper@example.com');
  const { name = '', value = '' } = by.cookie(/^hearthkeep-signin-/) ?? {};
  const [body = '', signature] = value.split('.');
  const attempt = JSON.parse(Buffer.from(body, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...attempt, returnTo: '//evil.example' })).toString(
    'base64url',
  );
  by.drop(name);
  by.plant(name, `${changed}.${signature}`);
  expect(await errorOf(by, callback.href)).toBe('/signin?error=expired');
});

test('an attempt is valid for ten minutes', async () => {
  const late = browser();
  const callback = await late.choose(await late.openSignIn(), 'late@example.com');
  server.clock.advance({ minutes: 11 });
  expect(await errorOf(late, callback.href)).toBe('/signin?error=expired');
});

test('an issuer that gives no e-mail address is named as the reason', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn(), 'nameless@example.com');
  const { identity } = server.deps;
  const finish = identity.finish.bind(identity);
  vi.spyOn(identity, 'finish').mockImplementationOnce(async (...given) => {
    const { claims, session } = await finish(...given);
    return { claims: { ...claims, email: '' }, session };
  });
  expect(await errorOf(by, callback.href)).toBe('/signin?error=no_email');
});

test('an unknown code and the issuer’s own refusal are answered in our words', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn(), 'code@example.com');
  callback.searchParams.set('code', 'made-up');
  expect(await errorOf(by, callback.href)).toBe('/signin?error=failed');

  const denied = await by.choose(await by.openSignIn(), 'code@example.com');
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  denied.searchParams.set('error_description', '<script>alert(1)</script>');
  const answer = await by.visit(denied.href);
  expect(answer.headers.get('location')).toBe('/signin?error=denied');
  expect(by.cookie('hearthkeep')).toBeUndefined();
});

test('a sign-in that fails names the page to which the next attempt returns', async () => {
  const plan = '/subscribe?tier=standard';
  const failed = (error: string) => `/signin?error=${error}&returnTo=${encodeURIComponent(plan)}`;
  const by = browser();
  const begin = (returnTo: string) => by.openSignIn(returnTo);
  const denied = await by.choose(await begin(plan), 'anew@example.com');
  denied.searchParams.delete('code');
  denied.searchParams.set('error', 'access_denied');
  expect(await errorOf(by, denied.href)).toBe(failed('denied'));

  const down = vi.spyOn(server.deps.identity, 'begin').mockRejectedValue(new IdentityUnavailable('down'));
  const login = (returnTo: string) => `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
  expect(await errorOf(by, login(plan))).toBe(failed('unavailable'));
  expect(await errorOf(by, login('//evil.example'))).toBe('/signin?error=unavailable');
  down.mockRestore();

  const callback = await by.choose(await begin(plan), 'anew@example.com');
  expect(await errorOf(by, callback.href)).toBe(plan);
});

test('back and reload after a sign-in lead home, not to an error', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn(), 'back@example.com');
  await by.visit(callback.href);
  expect(await errorOf(by, callback.href)).toBe('/');
});

test('a sign-in returns to a page of ours and nowhere else', async () => {
  const by = browser();
  for (const attack of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/api/logout',
  ]) {
    const end = await by.signIn('return@example.com', attack);
    expect(end.href, attack).toBe(`${server.url}/`);
  }
});

test('the callback answers at the consent path and below itself', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn('/profile'), 'consent@example.com');
  const detour = await errorOf(by, `/oidc-consent/some/step${callback.search}`);
  expect(detour).toBe(`/api/callback/some/step${callback.search}`);
  expect(await errorOf(by, detour ?? '')).toBe('/profile');
  expect(await errorOf(by, '/oidc-consent?x=1')).toBe('/api/callback?x=1');
});

test('a session always has a new id; a planted id is not taken over', async () => {
  const by = browser();
  by.plant('hearthkeep', 'planted-by-an-attacker-in-advance-000000000');
  await by.signIn('fixed@example.com');
  const first = by.cookie('hearthkeep')?.value ?? '';
  expect(first).not.toContain('planted');
  expect(first.length).toBeGreaterThanOrEqual(43);
  await by.signIn('fixed@example.com');
  const second = by.cookie('hearthkeep')?.value ?? '';
  expect(second).not.toBe(first);
  const rows = await sessionsOf('fixed@example.com');
  expect(
    rows.map((row) => row.id_hash),
    'the first has ended; hashes are stored',
  ).toEqual([createHash('sha256').update(second).digest('hex')]);
});

test('signing in as another person ends the earlier session', async () => {
  const by = browser();
  await by.signIn('one@example.com');
  const first = by.cookie('hearthkeep')?.value;
  await by.signIn('two@example.com');
  expect(await me(by)).toMatchObject({ email: 'two@example.com' });
  const old = await server.anyone.raw('GET', '/api/auth/user', {
    headers: { cookie: `hearthkeep=${first}` },
  });
  expect(old.status).toBe(401);
});

test('signing out ends our session and the issuer’s, and leads straight home', async () => {
  const by = browser();
  await by.signIn('leaver@example.com');
  expect(by.cookie('_session'), 'the issuer keeps one too').toBeDefined();
  const kept = by.cookie('hearthkeep')?.value;
  const hops: string[] = [];
  const { url } = await by.follow('/api/logout', (next) => {
    hops.push(next.pathname);
    return next.pathname !== '/';
  });
  expect(url.href).toBe(`${server.url}/`);
  expect(hops).toEqual(['/api/logout', '/sandbox/identity/session/end', '/']);
  expect(by.cookie('hearthkeep')).toBeUndefined();
  expect(by.cookie('hearthkeep-in')).toBeUndefined();
  expect(await sessionsOf('leaver@example.com')).toEqual([]);
  const stolen = await server.anyone.raw('GET', '/api/auth/user', {
    headers: { cookie: `hearthkeep=${kept}` },
  });
  expect(stolen.status).toBe(401);
});

test('tokens of the issuer are never stored, by a sign-in or after it', async () => {
  const by = browser();
  await by.signIn('untold@example.com');
  await me(by);
  const stored = JSON.stringify(await sessionsOf('untold@example.com'));
  expect(stored).not.toMatch(/eyJ|[iI]d_?[tT]oken/);
  expect(stored).not.toContain('untold@example.com');
});

test('the next person on the device chooses who they are, whether the last one signed out or not', async () => {
  const by = browser();
  await by.signIn('earlier@example.com');
  expect((await by.openSignIn()).pathname).toMatch(/^\/sandbox\/identity\/sign-in\//);
});

test('another site cannot sign a person out, but the person can', async () => {
  const by = browser();
  await by.signIn('stay@example.com');
  for (const site of ['cross-site', 'same-site']) {
    const refused = await by.visit('/api/logout', { headers: { 'sec-fetch-site': site } });
    expect(refused.headers.get('location')).toBe('/');
  }
  expect(await me(by)).toMatchObject({ email: 'stay@example.com' });

  const typed = await by.visit('/api/logout', { headers: { 'sec-fetch-site': 'none' } });
  expect(typed.headers.get('clear-site-data'), 'no page of ours has emptied the stores').toBe('"storage"');
  expect((await by.visit('/api/auth/user')).status).toBe(401);
});

test('our own page empties its storage itself, and keeps the precache', async () => {
  const by = browser();
  await by.signIn('page@example.com');
  const answer = await by.visit('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(answer.headers.get('clear-site-data')).toBeNull();
});

test('our own page gets the next address after the session has ended', async () => {
  const by = browser();
  await by.signIn('leaver@example.com');
  const answer = await by.visit('/api/logout', {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect((await answer.json()).url).toMatch(/\/sandbox\/identity\/session\/end\?/);
  expect((await by.visit('/api/auth/user')).status).toBe(401);
});

test('signing out without a session leads home', async () => {
  const { url } = await browser().follow('/api/logout', (next) => next.pathname !== '/');
  expect(url.href).toBe(`${server.url}/`);
});

test('a visitor gets no cookie and no row', async () => {
  const before = await server.deps.db.selectFrom('sessions').selectAll().execute();
  const by = browser();
  for (const path of ['/api/config', '/api/services', '/api/auth/user'])
    expect((await by.visit(path)).headers.getSetCookie()).toEqual([]);
  expect(await server.deps.db.selectFrom('sessions').selectAll().execute()).toHaveLength(before.length);
});

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
  expect(await errorOf(by, callback.href), 'the sign-in goes on').toBe('/');
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
  expect(await errorOf(browser(), '/sandbox/identity/sign-in/made-up')).toBe('/signin?error=expired');
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
  expect(await errorOf(by, callback.href)).toBe('/');
  expect(await me(by)).toMatchObject({ email: 'name@example.com' });
});

test('the issuer sends codes only to the product', async () => {
  const { url } = await server.deps.identity.begin(`${server.url}/api/callback`);
  const strange = new URL(url);
  strange.searchParams.set('redirect_uri', 'https://evil.example/api/callback');
  const answer = await browser().visit(strange.href);
  expect(answer.headers.get('location')).toBe('/signin?error=failed');
});

test('a person signed in before a restart of the issuer can still sign out', async () => {
  const publicUrl = 'https://hearthkeep.example';
  const before = await startTestServer({ env: { PUBLIC_URL: publicUrl, SANDBOX: '1' } });
  await openBrowser(before.url, publicUrl).signIn('early@example.com');
  await before.close();

  const after = await startTestServer({ env: { PUBLIC_URL: publicUrl, SANDBOX: '1' } });
  const by = openBrowser(after.url, publicUrl);
  const end = await after.deps.identity.endUrl(null, `${publicUrl}/`);
  const { url, response } = await by.follow(end ?? '');
  const page = await response.text();
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  const answer = await by.visit(new URL(action, url).href, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(answer.headers.get('location')).toBe(`${publicUrl}/`);
  await after.close();
});
