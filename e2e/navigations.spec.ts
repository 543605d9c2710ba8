import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createDeps } from '../api/compose/create-deps.ts';
import { createServer } from '../api/compose/server.ts';
import { isAppPage } from '../api/contract/rules/pages.ts';
import { readEnv } from '../api/core/env.ts';
import { migrate } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import { expect, personas, signInWithWorker, test } from './test.ts';

test.use({ worker: true });

/** Every path that the server's routers answer, from their own lists. */
async function routed(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-routes-'));
  const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const db = openDatabase(':memory:');
  await migrate(db);
  const deps = await createDeps(env, pino({ level: 'silent' }), { secret: randomUUID(), db });
  const app = createServer(deps);
  const paths = [...new Map(app.paths().map((path) => [String(path), path])).values()].map(addressOf);
  await app.close();
  await deps.sandbox?.close();
  await deps.bus.close();
  await db.destroy();
  await rm(folder, { recursive: true });
  return paths;
}

/** An address of this form, with unknown ids, and without optional parts. */
function addressOf(path: string | RegExp): string {
  const written =
    path instanceof RegExp ? path.source.replace(/^\^|\(.*$/g, '').replaceAll('\\/', '/') : path;
  return written.replaceAll(':file', `${randomUUID()}.png`).replaceAll(/:\w+/g, () => randomUUID());
}

/** Answers outside the routers: the counterparties, the socket, and files that are no page of the app. */
const others = [
  '/sandbox/identity/.well-known/openid-configuration',
  '/sandbox/identity/auth',
  '/sandbox/identity/sign-in/unknown',
  '/sandbox/payments/stripe.js',
  '/sandbox/payments/v1/payment_intents/pi_1',
  '/sandbox/mailbox',
  '/sandbox/nothing',
  '/chat',
  '/calendar',
  '/api/nothing',
  '/api/callback/oidc',
  '/robots.txt',
  '/favicon.ico',
  '/.well-known/security.txt',
];

test('every navigation to a route of the server reaches it, with the worker active @full', async ({
  page,
  network,
  guard,
}) => {
  // Chromium shows an XML file by a page of its own, whose styles our policy refuses.
  guard.allow(/status of (4\d\d|503)|^answer 503|Clear-Site-Data|Applying inline style .*'none'/);
  // A path that is also a page of the app reaches the server only by POST.
  const paths = (await routed()).filter((path) => !isAppPage(path));
  // Both lead to the person's next page; they come last, because they end what the others need.
  const last = ['/api/login', '/api/logout'];
  const all = [...paths.filter((path) => !last.includes(path)), ...others, ...last];
  expect(paths).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/api/webhooks/stripe', ...last]));
  expect(paths.length).toBeGreaterThan(60);

  await signInWithWorker(page, personas.member, '/');
  // The worker answers the app's own pages: it is active, and they do not reach the server.
  const before = network.navigations.length;
  await page.goto('/services');
  await expect(page.getByLabel('Search services')).toBeVisible();
  expect(network.navigations.slice(before)).toEqual([]);

  const missed: string[] = [];
  for (const path of all) {
    const seen = network.navigations.length;
    // A download, and an answer without content that leaves the page, both end a navigation.
    const answer = await page.goto(path).catch(() => null);
    let request = answer?.request();
    for (let before = request?.redirectedFrom(); before; before = before.redirectedFrom()) request = before;
    const first = await request?.response();
    if (!network.navigations.slice(seen).includes(path) || first?.fromServiceWorker()) missed.push(path);
    // The app leads a signed-in person on from there, which would cut off the next navigation.
    if (new URL(page.url()).pathname === '/signin') await page.waitForURL((url) => url.pathname === '/');
  }
  expect(missed).toEqual([]);
  expect(network.navigations.length - before).toBeGreaterThanOrEqual(all.length);
});
