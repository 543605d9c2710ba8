import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Answered, Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { recordAct } from './audit.service.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  adminId = (await anAdmin(db, { first_name: 'Priya', last_name: 'Shah' })).id;
  admin = await server.as(adminId);
});
afterAll(() => server.close());

type Act = Parameters<typeof recordAct>[1];
const record = (given: Partial<Act>) =>
  db.transaction().execute((tx) =>
    recordAct(tx, {
      actorId: adminId,
      act: 'role_changed',
      subject: { kind: 'user', id: randomUUID() },
      userId: null,
      now: '2026-11-20T02:00:00.000Z',
      ...given,
    }),
  );
const read = async (query: Record<string, string | number> = {}) =>
  (await admin.call('listActs', { query })).body;

test('an act shows its actor, kind, subject and customer, and only the intended details', async () => {
  const customer = await aUser(db, { first_name: 'Noah', last_name: 'Park' });
  const details = { from: 'customer', to: 'admin', secret: 'never' };
  const subject = { kind: 'user' as const, id: customer.id };
  await record({ subject, userId: customer.id, details, now: '2026-11-20T03:00:00.000Z' });
  const nameless = await aUser(db, { first_name: '', last_name: '', email: 'quiet@example.com' });
  await record({ act: 'customer_contacted', userId: nameless.id });
  expect(await read()).toMatchObject([
    {
      at: '2026-11-20T03:00:00.000Z',
      actor: { id: adminId, name: 'Priya Shah' },
      act: 'role_changed',
      subject,
      customer: { id: customer.id, name: 'Noah Park' },
      details: { from: 'customer', to: 'admin' },
    },
    { act: 'customer_contacted', customer: { name: 'quiet@example.com' }, details: {} },
  ]);
  expect((await read())[0]?.details).not.toHaveProperty('secret');
});

test('hours are presented as decimals', async () => {
  const actor = (await anAdmin(db)).id;
  const details = { from: 'scheduled', to: 'completed', fromMinutes: null, toMinutes: 150 };
  await record({ actorId: actor, act: 'booking_status_set', details });
  const [act] = await read({ actor });
  expect(act?.details).toEqual({ from: 'scheduled', to: 'completed', fromHours: null, toHours: 2.5 });
});

test('acts are filtered by actor, customer, kind and the days of the business', async () => {
  const other = (await anAdmin(db)).id;
  const customer = (await aUser(db)).id;
  const subject = (id: string) => ({ kind: 'export' as const, id });
  // Midnight in Sydney is 13:00 in UTC.
  await record({ actorId: other, subject: subject('1'), now: '2026-12-01T12:59:59.999Z' });
  await record({ actorId: other, subject: subject('2'), now: '2026-12-01T13:00:00.000Z' });
  await record({ actorId: other, subject: subject('3'), userId: customer, now: '2026-12-02T12:59:59.999Z' });
  await record({ actorId: other, subject: subject('4'), act: 'quote_sent', now: '2026-12-02T13:00:00.000Z' });
  const ids = async (query: Record<string, string>) => (await read(query)).map((act) => act.subject.id);
  expect(await ids({ actor: other })).toEqual(['4', '3', '2', '1']);
  expect(await ids({ user: customer })).toEqual(['3']);
  expect(await ids({ act: 'quote_sent' })).toEqual(['4']);
  expect(await ids({ from: '2026-12-02', to: '2026-12-02' })).toEqual(['3', '2']);
  expect(await ids({ actor: other, to: '2026-12-01' })).toEqual(['1']);
  expect(await ids({ actor: adminId, from: '2026-12-01' })).toEqual([]);
  for (const query of [{ act: 'slept' }, { from: '2026-13-01' }, { actor: 'me' }, { cursor: 'x' }])
    expect((await admin.call('listActs', { query })).status).toBe(400);
});

test('pages follow without a gap, also among acts of one moment', async () => {
  const actor = (await anAdmin(db)).id;
  for (let n = 0; n < 5; n++) await record({ actorId: actor, subject: { kind: 'export', id: String(n) } });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Answered<'listActs'> = await admin.call('listActs', {
      query: { actor, limit: 2, ...(cursor && { cursor }) },
    });
    seen.push(...page.body.map((act) => act.subject.id));
    const link: string | undefined = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    cursor = link ? decodeURIComponent(link) : null;
  } while (cursor);
  expect(seen.sort()).toEqual(['0', '1', '2', '3', '4']);
});

test('only administrators can read the log, and no call can change it', async () => {
  expect((await (await server.as(await aUser(db))).call('listActs')).status).toBe(403);
  expect((await server.anyone.call('listActs')).status).toBe(401);
  const headers = { origin: server.url, 'content-type': 'application/json' };
  const [act] = await read();
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    for (const path of ['/api/admin/audit', `/api/admin/audit/${act?.id}`])
      expect([404, 405]).toContain((await admin.raw(method, path, { headers, body: '{}' })).status);
});
