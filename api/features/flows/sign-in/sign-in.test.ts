import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IdentityUnavailable } from '../../../providers/identity/identity.ts';
import { openBrowser } from '../../../testing/outside/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: 'boss@example.com' } });
});
afterAll(() => server.close());

const browser = () => openBrowser(server.url);
const pathOf = (url: URL) => url.pathname + url.search;
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
  expect(await anna.me()).toMatchObject({
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
  const { id } = await first.me();
  await server.deps.db.updateTable('users').set({ first_name: 'Old' }).where('id', '=', id).execute();
  const second = browser();
  await second.signIn('AGAIN@example.com ');
  expect(await second.me()).toMatchObject({ id, firstName: 'Again' });
});

test('two simultaneous first sign-ins make one person', async () => {
  const both = await Promise.all(
    [browser(), browser()].map(async (by) => {
      const callback = await by.choose(await by.openSignIn(), 'twin@example.com');
      return { by, callback };
    }),
  );
  await Promise.all(both.map(({ by, callback }) => by.visit(callback.href)));
  const [one, other] = await Promise.all(both.map(({ by }) => by.me()));
  expect(one?.email).toBe('twin@example.com');
  expect(one?.id).toBe(other?.id);
});

test('two tabs of one browser can both sign in, in either order', async () => {
  const tabs = browser();
  const first = await tabs.openSignIn('/services');
  const second = await tabs.openSignIn('/profile');
  const secondCallback = await tabs.choose(second, 'tabs@example.com');
  const firstCallback = await tabs.choose(first, 'tabs@example.com');
  expect(await tabs.redirect(firstCallback.href)).toBe('/services');
  expect(await tabs.redirect(secondCallback.href)).toBe('/profile');
});

test('administrators are those whom ADMIN_EMAILS names and the sandbox has verified', async () => {
  const boss = browser();
  await boss.signIn('Boss@Example.com');
  expect(await boss.me()).toMatchObject({ role: 'admin' });
  const persona = browser();
  await persona.signIn('admin@example.com');
  expect(await persona.me()).toMatchObject({ role: 'admin', firstName: 'Priya' });
});

test('an administrator by address is logged once, at whichever sign-in', async () => {
  const { db } = server.deps;
  const acts = async (id: string) => {
    const rows = db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id).orderBy('created_at');
    return (await rows.execute()).map(({ actor_id, act, details }) => [actor_id, act, JSON.parse(details)]);
  };
  const boss = browser();
  await boss.signIn('boss@example.com');
  const { id } = await boss.me();
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
  expect(await acts((await customer.me()).id)).toEqual([]);
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
  expect(await victim.redirect(callback.href), 'login of another browser').toBe('/signin?error=expired');
  await victim.openSignIn();
  expect(await victim.redirect(callback.href), 'while an own attempt is under way').toBe(
    '/signin?error=expired',
  );
  expect(victim.cookie('hearthkeep')).toBeUndefined();
  expect(await victim.redirect('/api/callback?code=x&state=forged')).toBe('/signin?error=expired');
  expect(await victim.redirect('/api/callback')).toBe('/signin?error=expired');
  expect(await victim.redirect('/api/callback?state=a&state=b')).toBe('/signin?error=expired');

  expect(await mallory.redirect(callback.href)).toBe('/');
  mallory.drop('hearthkeep');
  expect(await mallory.redirect(callback.href), 'replayed').toBe('/signin?error=expired');
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
  expect(await by.redirect(callback.href)).toBe('/signin?error=expired');
});

test('an attempt is valid for ten minutes', async () => {
  const late = browser();
  const callback = await late.choose(await late.openSignIn(), 'late@example.com');
  server.clock.advance({ minutes: 11 });
  expect(await late.redirect(callback.href)).toBe('/signin?error=expired');
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
  expect(await by.redirect(callback.href)).toBe('/signin?error=no_email');
});

test('an unknown code and the issuer’s own refusal are answered in our words', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn(), 'code@example.com');
  callback.searchParams.set('code', 'made-up');
  expect(await by.redirect(callback.href)).toBe('/signin?error=failed');

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
  expect(await by.redirect(denied.href)).toBe(failed('denied'));

  const down = vi.spyOn(server.deps.identity, 'begin').mockRejectedValue(new IdentityUnavailable('down'));
  const login = (returnTo: string) => `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
  expect(await by.redirect(login(plan))).toBe(failed('unavailable'));
  expect(await by.redirect(login('//evil.example'))).toBe('/signin?error=unavailable');
  down.mockRestore();

  const callback = await by.choose(await begin(plan), 'anew@example.com');
  expect(await by.redirect(callback.href)).toBe(plan);
});

test('back and reload after a sign-in lead home, not to an error', async () => {
  const by = browser();
  const callback = await by.choose(await by.openSignIn(), 'back@example.com');
  await by.visit(callback.href);
  expect(await by.redirect(callback.href)).toBe('/');
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
  const detour = await by.redirect(`/oidc-consent/some/step${callback.search}`);
  expect(detour).toBe(`/api/callback/some/step${callback.search}`);
  expect(await by.redirect(detour ?? '')).toBe('/profile');
  expect(await by.redirect('/oidc-consent?x=1')).toBe('/api/callback?x=1');
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
  expect(await by.me()).toMatchObject({ email: 'two@example.com' });
  const old = await server.anyone.raw('GET', '/api/auth/user', {
    headers: { cookie: `hearthkeep=${first}` },
  });
  expect(old.status).toBe(401);
});

test('tokens of the issuer are never stored, by a sign-in or after it', async () => {
  const by = browser();
  await by.signIn('untold@example.com');
  await by.me();
  const stored = JSON.stringify(await sessionsOf('untold@example.com'));
  expect(stored).not.toMatch(/eyJ|[iI]d_?[tT]oken/);
  expect(stored).not.toContain('untold@example.com');
});

test('the next person on the device chooses who they are, whether the last one signed out or not', async () => {
  const by = browser();
  await by.signIn('earlier@example.com');
  expect((await by.openSignIn()).pathname).toMatch(/^\/sandbox\/identity\/sign-in\//);
});

test('a visitor gets no cookie and no row', async () => {
  const before = await server.deps.db.selectFrom('sessions').selectAll().execute();
  const by = browser();
  for (const path of ['/api/config', '/api/services', '/api/auth/user'])
    expect((await by.visit(path)).headers.getSetCookie()).toEqual([]);
  expect(await server.deps.db.selectFrom('sessions').selectAll().execute()).toHaveLength(before.length);
});
