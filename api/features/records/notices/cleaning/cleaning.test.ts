import { afterEach, beforeEach, expect, test } from 'vitest';
import { idleJobs, type Jobs } from '../../../../jobs/jobs.ts';
import { seedCatalogue } from '../../../../seed/catalogue.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import { aRequest } from '../../../../testing/builders/requests.ts';
import { aPost } from '../../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { announceBilling } from '../notices.service.ts';
import type { NoticeTable } from '../notices.table.ts';
import { clearNotices } from './cleaning.service.ts';

let server: TestServer;
let jobs: Jobs;
let post: ReturnType<typeof aPost>;
const start = '2026-11-20T02:00:00.000Z';
beforeEach(async () => {
  post = aPost();
  server = await startTestServer({ deps: { mail: post } });
  server.clock.set(start);
  jobs = idleJobs(server.deps);
});
afterEach(async () => {
  await jobs.stop();
  await server.close();
});

async function aNotice(occasion: string, given: Partial<NoticeTable> = {}) {
  const { db } = server.deps;
  await db
    .insertInto('notices')
    .values({
      id: occasion,
      user_id: (await aUser(db)).id,
      booking_id: null,
      kind: 'team_message',
      occasion,
      content: '{}',
      attempts: 1,
      due_at: null,
      sent_at: null,
      created_at: start,
      ...given,
    })
    .execute();
}
const aDelivery = (notice_id: string, due_at: string | null) =>
  server.deps.db
    .insertInto('push_deliveries')
    .values({ notice_id, subscription_id: 'a', due_at, attempts: 1, sent_at: null })
    .execute();
const occasions = async () =>
  (await server.deps.db.selectFrom('notices').select('occasion').orderBy('occasion').execute()).map(
    (row) => row.occasion,
  );

test('notices settled a month ago are deleted; those under way or about money stay', async () => {
  await aNotice('told');
  await aDelivery('told', null);
  await aNotice('pushing');
  await aDelivery('pushing', '2027-01-20T02:00:00.000Z');
  await aNotice('mailing', { due_at: '2027-01-20T02:00:00.000Z' });
  await aNotice('invoice', { kind: 'billing' });
  server.clock.advance({ days: 30 });
  await aNotice('younger', { created_at: '2026-11-20T02:00:00.001Z' });
  await jobs.runOnce();
  expect(await occasions()).toContain('told');
  server.clock.advance({ seconds: 0.001 });
  await jobs.runOnce();
  expect(await occasions()).toEqual(['invoice', 'mailing', 'pushing', 'younger']);
  expect(await server.deps.db.selectFrom('push_deliveries').select('notice_id').execute()).toEqual([
    { notice_id: 'pushing' },
  ]);
});

test('a notice about money loses its content long after it was sent, and is not sent again', async () => {
  const { db } = server.deps;
  const { id: userId } = await aUser(db);
  const invoice = { occasion: 'ended:1', userId, news: { what: 'plan_ended', tier: 'basic' } } as const;
  const announce = () =>
    db
      .transaction()
      .execute((tx) => announceBilling(tx, { ...invoice, now: server.clock.now().toISOString() }));
  const letters = () => db.selectFrom('notices').select(['occasion', 'content']).execute();
  await announce();
  const [untold] = await letters();
  await jobs.runOnce();
  server.clock.advance({ days: 30 });
  await jobs.runOnce();
  expect(await letters()).toEqual([untold]);
  server.clock.advance({ seconds: 0.001 });
  await jobs.runOnce();
  expect(await letters()).toEqual([{ occasion: 'ended:1', content: '{}' }]);
  await announce();
  await jobs.runOnce();
  expect(await letters()).toEqual([{ occasion: 'ended:1', content: '{}' }]);
  expect(post.letters).toHaveLength(1);
});

test('a notice about money keeps its content while it is under way', async () => {
  const notice = { kind: 'billing', content: '{"what":"plan_ended","tier":"basic"}' } as const;
  await aNotice('mailing', { ...notice, due_at: '2027-01-20T02:00:00.000Z' });
  await aNotice('pushing', notice);
  await aDelivery('pushing', '2027-01-20T02:00:00.000Z');
  await aNotice('told', notice);
  await aDelivery('told', null);
  server.clock.advance({ days: 31 });
  await jobs.runOnce();
  const rows = await server.deps.db.selectFrom('notices').select(['occasion', 'content']).execute();
  expect(new Map(rows.map((row) => [row.occasion, row.content]))).toEqual(
    new Map([
      ['mailing', notice.content],
      ['pushing', notice.content],
      ['told', '{}'],
    ]),
  );
  expect(await server.deps.db.selectFrom('push_deliveries').select('notice_id').execute()).toEqual([
    { notice_id: 'pushing' },
  ]);
});

test('the operator can set the period for notices', async () => {
  await aNotice('told');
  const { signal } = new AbortController();
  const deps = { ...server.deps, env: { ...server.deps.env, NOTICES_KEPT_DAYS: 7 } };
  server.clock.advance({ days: 7 });
  await clearNotices(deps, signal);
  expect(await occasions()).toEqual(['told']);
  server.clock.advance({ seconds: 0.001 });
  await clearNotices(deps, signal);
  expect(await occasions()).toEqual([]);
});

test('one round cleans more than a batch', async () => {
  const { id: user_id } = await aUser(server.deps.db);
  for (let i = 0; i < 1001; i++) await aNotice(`${i}`, { user_id });
  server.clock.advance({ days: 31 });
  await jobs.runOnce();
  expect(await occasions()).toEqual([]);
});

test('the notice of a quote stays while the quote can be withdrawn, and while that is announced', async () => {
  const { db } = server.deps;
  await seedCatalogue(db);
  const { id, params, administrator, quoted } = await aRequest(server, {
    fields: { scheduledDate: '2027-11-01T22:30:00.000Z' },
  });
  const quote = await quoted();
  // The letter to the team waits for others of its kind.
  server.clock.advance({ minutes: 5 });
  await jobs.runOnce();
  await db
    .updateTable('custom_requests')
    .set({ quote_until: '2027-10-01T22:30:00.000Z' })
    .where('booking_id', '=', id)
    .execute();
  await db.updateTable('quotes').set({ expires_at: '2027-10-01T22:30:00.000Z' }).execute();
  server.clock.advance({ days: 31 });
  await jobs.runOnce();
  expect(await occasions()).toEqual([`quote:${quote}`]);
  const team = await server.as(administrator);
  expect((await team.call('withdrawQuote', { params, query: { quoteId: quote } })).status).toBe(200);
  await jobs.runOnce();
  await jobs.runOnce();
  expect(await occasions()).toEqual([`quote:${quote}`, `withdrawn:${quote}`]);
  server.clock.advance({ days: 31 });
  await jobs.runOnce();
  expect(await occasions()).toEqual([]);
});
