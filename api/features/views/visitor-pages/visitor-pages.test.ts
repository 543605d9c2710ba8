import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plansChanged } from '../../../bus/changed.ts';
import type { VisitorData } from '../../../contract/schemas/visitors/visitor-pages.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let other: TestServer;
const env = { NODE_ENV: 'development' };
beforeAll(async () => {
  server = await startTestServer({ env });
  other = await startTestServer({ env, beside: server });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const seen = async (by: TestServer): Promise<VisitorData> =>
  (await fetch(`${by.url}/published.json`)).json() as Promise<VisitorData>;

test('both processes show a changed service, plan, name and headline as soon as each is published', async () => {
  const { db, changes, bus, business } = server.deps;
  const service = await aService(db, { name: `Service ${randomUUID()}` });
  for (const one of [server, other]) await seen(one);
  const owner = await server.as(await anAdmin(db));

  const name = `Deep clean ${randomUUID()}`;
  const form = { ...aServiceForm(service), name, priceCents: 21_550 };
  expect((await owner.call('putOfferService', { params: { id: service.id }, body: form })).status).toBe(200);
  const { version } = business.current();
  const facts = { version, name: `House ${randomUUID()}`, phone: '(02) 5550 0007' };
  expect((await owner.call('saveBusiness', { body: facts })).status).toBe(200);
  await db.updateTable('plans').set({ on_sale: 0 }).where('id', '=', 'basic').execute();
  plansChanged(changes);
  await db
    .insertInto('appearance')
    .values({
      id: 'texts',
      version: 1,
      content: JSON.stringify({ headline: 'Home,\nat last.' }),
      updated_at: server.clock.now().toISOString(),
    })
    .execute();
  bus.tell({ kind: 'texts', version: 1 });

  for (const one of [server, other])
    await expect
      .poll(async () => {
        const { services, business, plans, texts } = await seen(one);
        return {
          service: services.find(({ id }) => id === service.id),
          plans: plans.map(({ id }) => id),
          business,
          headline: texts.headline,
        };
      })
      .toMatchObject({
        service: { name, price: 215.5 },
        plans: ['standard', 'deluxe', 'premium'],
        business: { name: facts.name, tel: '+61255500007', url: one.url },
        headline: 'Home,\nat last.',
      });
});

test('what is published names no person, and nobody need sign in to read it', async () => {
  await aUser(server.deps.db, { email: 'ann.lee@example.net' });
  const text = await (await fetch(`${server.url}/published.json`)).text();
  expect(text).not.toContain('ann.lee');
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual([
    'business',
    'categories',
    'look',
    'plans',
    'services',
    'texts',
  ]);
});

test('an installation does not answer with what is published as JSON, for which only development has a use', async () => {
  const installed = await startTestServer();
  try {
    // 404, or 503 where the app is not built.
    expect((await fetch(`${installed.url}/published.json`)).ok).toBe(false);
  } finally {
    await installed.close();
  }
});

test('search engines find the two public pages under the installation’s one address, and no page of a person', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  for (const path of ['/api/', '/admin', '/bookings', '/billing', '/profile', '/checkout/'])
    expect(robots).toContain(`Disallow: ${path}\n`);
  // The machine's other name leads to the same address.
  const answer = await fetch(`${server.url.replace('127.0.0.1', 'localhost')}/sitemap.xml`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
  expect([...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    `${server.url}/`,
    `${server.url}/services`,
  ]);
});
