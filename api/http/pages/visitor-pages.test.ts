import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyOf, servedApp, signedIn, style } from '../../testing/servers/built-app.ts';

let app: Awaited<ReturnType<typeof servedApp>>;
let get: typeof app.get;
beforeAll(async () => {
  app = await servedApp();
  ({ get } = app);
});
afterAll(() => app.close());

describe.each([
  ['/', '/landing.html', 'landing'],
  ['/services', '/catalogue.html', 'catalogue'],
])('at %s', (path, file, kind) => {
  const titleOf = async (init?: RequestInit) =>
    /<title>(.*)<\/title>/.exec(await (await get(path, init)).text())?.[1];

  test('a visitor gets a page of their own, and a browser with the mark of a sign-in gets the app', async () => {
    const visitors = `Harbour House: ${kind}`;
    expect(await titleOf()).toBe(visitors);
    expect(await titleOf({ headers: { cookie: 'hearthkeep-in=; other=1' } })).toBe(visitors);
    expect(await titleOf({ headers: { cookie: 'not-hearthkeep-in=abc' } })).toBe(visitors);
    expect(await titleOf(signedIn)).toBeUndefined();
    for (const init of [{}, signedIn]) {
      const { headers } = await get(path, init);
      expect(headers.get('vary')).toContain('Cookie');
      expect(headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('the page’s styles are those in its policy, and no other; its parts are put in as they are', async () => {
    const answer = await get(path);
    const policy = policyOf(answer).split('; ');
    const hashes = [style, 'b{color:red}'].map(
      (one) => `'sha256-${createHash('sha256').update(one).digest('base64')}'`,
    );
    expect(policy).toContain(`style-src ${hashes.join(' ')}`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https:|nonce/);
    expect(await answer.text()).toContain(`<p>$& ${kind}</p>`);
  });

  test('the page is stored under its own name, compressed, and not sent twice', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get(path, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(await answer.text()).toContain(`<p>$& ${kind}</p>`);
    }
    const first = await get(path, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-location': file,
      vary: 'Cookie, Accept-Encoding',
    });
    const again = await app.revalidate(path, first.headers.get('etag') ?? '');
    expect(again.status).toBe(304);
    expect(policyOf(again)).toBe(policyOf(first));
    // The worker stores the visitor's page, also while a person is signed in.
    expect(await (await get(file, signedIn)).text()).toContain('<title>');
    expect((await get('/index.html', signedIn)).headers.get('content-location')).toBeNull();
  });

  test('the page is made once for each edition, and has other words and another tag after a publication', async () => {
    const address = await app.serve();
    const page = async () => {
      const answer = await fetch(`${address}${path}`);
      return { html: await answer.text(), tag: answer.headers.get('etag') };
    };
    const readBefore = app.published.reads;
    const [before] = await Promise.all([page(), page(), page()]);
    app.published.name = 'Tran & Daughters';
    expect((await page()).html, 'without a publication').toBe(before?.html);
    expect(app.published.reads - readBefore).toBe(1);
    app.publish(app.published.name);
    const after = await page();
    expect(after.html).toContain(`<title>Tran & Daughters: ${kind}</title>`);
    expect(after.tag).not.toBe(before?.tag);
    app.publish('Harbour House');
  });

  test.each(['Fails', 'Unreadable'])(
    'an edition that cannot be made (%s) is logged, and the last good page is sent until the next one',
    async (name) => {
      const address = await app.serve();
      const page = () => fetch(`${address}${path}`);
      const before = await (await page()).text();
      app.failures.length = 0;
      app.publish(name);
      expect(await (await page()).text()).toBe(before);
      expect(await (await page()).text()).toBe(before);
      expect(app.failures).toEqual(['a page of visitors could not be made']);
      // A process that never made one sends the app, which reads what is published by itself.
      const fresh = await app.serve();
      const other = await fetch(`${fresh}${path}`);
      expect(other.status).toBe(200);
      expect(await other.text()).toContain('csp-nonce');
      expect((await fetch(`${fresh}${file}`)).status).toBe(503);
      app.publish('Harbour House');
      expect(await (await page()).text()).toBe(before);
    },
  );
});
