import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { refundPlan } from '../../../testing/builders/refunded-plans.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { settleDisputedHours } from '../../records/hours/withdrawn/withdrawn.service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  ({ server, admin } = await startOffice());
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

const standardCents = 140_099;

/** A member of the Standard plan, a third of whose payment was refunded. */
async function aMember() {
  const { db } = server.deps;
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id });
  const refund = (cents: number) =>
    refundPlan(db, { userId: user.id, cents, now: server.clock.now().toISOString() });
  const invoiceId = await refund(Math.round(standardCents / 3));
  const client = await server.as(user);
  const params = { id: user.id };
  return {
    user,
    client,
    params,
    invoiceId,
    refund,
    hours: async () => (await client.call('readUser')).body.remainingHours,
    shown: async () => (await admin.call('readCustomer', { params })).body.refundedHours,
    giveBack: (hours: number, who = admin) =>
      who.call('giveBackHours', { params, body: { invoiceId, hours } }),
  };
}

test('the team gives back hours that a refund took: in the log, and the member is told', async () => {
  const { user, invoiceId, hours, shown, giveBack, refund } = await aMember();
  expect(await hours()).toBe(8);
  expect(await shown()).toEqual([{ invoiceId, description: 'Standard plan', hours: 4 }]);
  const { status, body } = await giveBack(4);
  expect([status, body.remainingHours, body.refundedHours]).toEqual([200, 12, undefined]);
  expect(await hours()).toBe(12);
  const { body: acts } = await admin.call('listActs', { query: { user: user.id } });
  expect(acts).toMatchObject([
    { act: 'hours_given_back', subject: { kind: 'refund', id: invoiceId }, details: { givenHours: 4 } },
  ]);
  const notices = await server.deps.db
    .selectFrom('notices')
    .select(['kind', 'content'])
    .where('user_id', '=', user.id)
    .execute();
  expect(notices.map(({ kind, content }) => [kind, JSON.parse(content)])).toEqual([
    ['billing', { what: 'hours_given_back', description: 'Standard plan', hours: 4 }],
  ]);

  await refund(standardCents);
  expect(await hours(), 'a later refund takes its own share').toBe(4);
  expect((await giveBack(8)).status).toBe(200);
  expect(await hours()).toBe(12);
});

test('hours are given back once, and as they were shown', async () => {
  const { hours, giveBack, refund } = await aMember();
  await refund(Math.round(standardCents / 2));
  const stale = await giveBack(4);
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  expect(await hours()).toBe(6);
  const both = await Promise.all([giveBack(6), giveBack(6)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await hours()).toBe(12);
});

test('only administrators give hours back, and only those of the customer named', async () => {
  const { client, params, invoiceId, hours, giveBack } = await aMember();
  const other = await aMember();
  expect((await giveBack(4, client)).status).toBe(403);
  expect((await giveBack(4, server.anyone)).status).toBe(401);
  const body = { invoiceId: other.invoiceId, hours: 4 };
  expect((await admin.call('giveBackHours', { params, body })).status).toBe(404);
  expect(
    (await admin.call('giveBackHours', { params: other.params, body: { ...body, invoiceId } })).status,
  ).toBe(404);
  expect([await hours(), await other.hours()]).toEqual([8, 8]);
});

test('frozen hours are not given back, because the member could not use them', async () => {
  const { user, invoiceId, hours, giveBack } = await aMember();
  const { db } = server.deps;
  const now = server.clock.now().toISOString();
  const dispute = (state: 'open' | 'won' | 'lost') =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('disputes').where('invoice_id', '=', invoiceId).execute();
      await tx
        .insertInto('disputes')
        .values({
          ...{ id: randomUUID(), provider_id: `du_${invoiceId}`, intent_id: `pi_${invoiceId}` },
          ...{ user_id: user.id, payment_id: null, booking_id: null, invoice_id: invoiceId },
          ...{ amount_cents: 1, reason: 'general', state, answer_by: null },
          ...{ created_at: now, updated_at: now, closed_at: null },
        })
        .execute();
      await settleDisputedHours(tx, { userId: user.id, invoiceId, now });
    });
  for (const state of ['open', 'lost'] as const) {
    await dispute(state);
    const { status, body } = await giveBack(4);
    expect([status, body.code]).toEqual([409, 'disputed']);
  }
  const notices = db.selectFrom('notices').select('id').where('user_id', '=', user.id);
  expect(await notices.execute()).toEqual([]);
  await dispute('won');
  expect((await giveBack(4)).status).toBe(200);
  expect(await hours()).toBe(12);
});

test('hours of an account that is being deleted meanwhile are not given back', async () => {
  const { user, hours, giveBack } = await aMember();
  const { db } = server.deps;
  const now = server.clock.now().toISOString();
  await db
    .insertInto('account_deletions')
    .values({
      ...{ user_id: user.id, requested_at: now, by_team: 0, planned_at: now, attempts: 0, due_at: now },
      ...{ told_at: null, begun_at: now, done_at: null },
    })
    .execute();
  expect((await giveBack(4)).body.code).toBe('conflict');
  await db.deleteFrom('account_deletions').where('user_id', '=', user.id).execute();
  expect(await hours()).toBe(8);
});
