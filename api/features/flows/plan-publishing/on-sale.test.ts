import { expect, test } from 'vitest';
import { aPlanId, aPlanOwnerServer, type PlanOwner } from '../../../testing/builders/plan-owner.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: PlanOwner;
aPlanOwnerServer((started, of) => {
  server = started;
  owner = of;
});

test('a plan whose name another has taken meanwhile is not put on sale again', async () => {
  const [first, second] = [aPlanId(), aPlanId()];
  const name = `Gold ${first.slice(-4)}`;
  await owner.put(first, { name });
  await owner.publish(first);
  const mark = async (isOnSale: boolean) =>
    owner.call('markPlan', {
      params: { id: first },
      body: { revision: (await owner.read(first))?.revision ?? 0, popular: false, premium: false, isOnSale },
    });
  expect((await mark(false)).status).toBe(200);
  expect((await owner.put(second, { name })).status).toBe(200);
  expect((await owner.publish(second)).status).toBe(200);
  expect(await mark(true)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await owner.onSale(first)).toBeUndefined();
});

test('at most eight plans are on sale or drafted, and one is always sold', async () => {
  const ids = [aPlanId(), aPlanId(), aPlanId(), aPlanId()];
  for (const id of ids) expect((await owner.put(id, { name: id })).status).toBe(200);
  expect(await owner.put(aPlanId(), { name: 'One more' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  for (const id of ids) {
    await owner.call('dropPlanDraft', { params: { id }, body: { revision: 1 } });
    expect(await owner.read(id)).toBeUndefined();
  }
  const mark = async (id: string, isOnSale: boolean) => {
    const { revision = 0 } = (await owner.read(id)) ?? {};
    const body = { popular: false, premium: false, isOnSale, revision };
    return owner.call('markPlan', { params: { id }, body });
  };
  for (const id of ['basic', 'deluxe', 'premium']) expect((await mark(id, false)).status).toBe(200);
  expect(await mark('standard', false)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await server.anyone.call('listPlans')).body.plans.map(({ id }) => id)).toEqual(['standard']);
});

test('one plan is the popular one', async () => {
  const { revision = 0 } = (await owner.read('standard')) ?? {};
  const body = { popular: true, premium: false, isOnSale: true, revision };
  const marked = await owner.call('markPlan', { params: { id: 'standard' }, body });
  expect(marked.body.plans.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['standard']);
  await server.deps.db
    .updateTable('plans')
    .set(({ eb }) => ({ popular: eb.case().when('id', '=', 'deluxe').then(1).else(0).end() }))
    .execute();
});

test('the order names the order that its author saw', async () => {
  const before = (await owner.call('readPlanBook')).body.plans.map(({ id }) => id);
  const after = [...before.slice(1), before[0] ?? ''];
  const order = (body: { before: string[]; after: string[] }) => owner.call('orderPlans', { body });
  expect((await order({ before, after })).body.plans.map(({ id }) => id)).toEqual(after);
  expect((await order({ before, after })).status).toBe(200);
  expect((await order({ before, after: before })).status).toBe(409);
  expect((await order({ before: after, after: before })).status).toBe(200);
});

test('a new plan stands after the plans that are sold, and before those that are not sold any more', async () => {
  const [retired, next] = [aPlanId(), aPlanId()];
  await owner.put(retired, { name: retired });
  await owner.publish(retired);
  const body = {
    revision: (await owner.read(retired))?.revision ?? 0,
    popular: false,
    premium: false,
    isOnSale: false,
  };
  await owner.call('markPlan', { params: { id: retired }, body });
  const { body: book } = await owner.put(next, { name: next });
  const ids = book.plans.map(({ id }) => id);
  expect(ids.slice(0, 5)).toEqual(['basic', 'standard', 'deluxe', 'premium', next]);
  expect(ids.indexOf(retired)).toBeGreaterThan(4);
});
