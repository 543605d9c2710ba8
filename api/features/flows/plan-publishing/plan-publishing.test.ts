import { expect, test, vi } from 'vitest';
import type { PlanBook } from '../../../contract/schemas/plans.ts';
import {
  aPlanId,
  aPlanOwner,
  aPlanOwnerServer,
  aPublicationKey,
  goldTerms,
  type PlanOwner,
  planIn,
} from '../../../testing/builders/plan-owner.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { cards } from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: PlanOwner;
aPlanOwnerServer((started, of) => {
  server = started;
  owner = of;
});

const pricesOf = async (versionId: string) => {
  const calls = vi.mocked(server.deps.payments.preparePrice).mock.calls;
  return calls.filter(([price]) => price.versionId === versionId);
};

test('a new plan is drafted, published, sold and charged; visitors see nothing of it before', async () => {
  const id = aPlanId();
  const drafted = await owner.put(id);
  expect(planIn(drafted.body, id)).toMatchObject({
    present: null,
    draft: goldTerms,
    isOnSale: false,
    revision: 1,
  });
  expect(await owner.onSale(id)).toBeUndefined();
  const heard: string[] = [];
  const deaf = server.deps.bus.hear((note) => {
    if (note.kind === 'changed') heard.push(...note.keys);
  });
  const { body, status } = await owner.publish(id);
  deaf();
  expect(status).toBe(200);
  expect(heard).toContain('/api/plans');
  const now = planIn(body, id);
  expect(now).toMatchObject({
    isOnSale: true,
    draft: null,
    schedule: null,
    present: { ...goldTerms, number: 1 },
  });
  expect(await owner.onSale(id)).toMatchObject({ name: 'Gold', priceCents: 180_000, hours: 15 });
  const member = await aPayingMember(server, id, cards.succeeds, now?.present?.versionId ?? '');
  expect(await member.charged()).toEqual([['subscription_create', 180_000]]);
  expect((await owner.acts(id)).toSorted()).toEqual(['plan_added', 'plan_published']);
});

test('a changed price is for new members; the version before it stays as it was', async () => {
  const revision = await owner.changeStandard();
  expect(await owner.onSale('standard')).toMatchObject({ versionId: 'standard', priceCents: 140_099 });
  const { body } = await owner.publish('standard', { revision });
  const versionId = planIn(body, 'standard')?.present?.versionId;
  expect(versionId).toMatch(/^standard_[0-9a-f]{10}$/);
  expect(await owner.onSale('standard')).toMatchObject({ versionId, priceCents: 150_000 });
  const first = await server.deps.db
    .selectFrom('plan_versions')
    .selectAll()
    .where('id', '=', 'standard')
    .executeTakeFirstOrThrow();
  expect(first).toMatchObject({ price_cents: 140_099, number: 1 });
});

test('a repeat with the same key is the same publication, and makes one price', async () => {
  const id = aPlanId();
  await owner.put(id);
  vi.spyOn(server.deps.payments, 'preparePrice');
  const key = aPublicationKey();
  const both = await Promise.all([owner.publish(id, { key }), owner.publish(id, { key })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await owner.publish(id, { key })).status).toBe(200);
  const versions = await server.deps.db
    .selectFrom('plan_versions')
    .select('id')
    .where('plan_id', '=', id)
    .execute();
  expect(versions).toEqual([{ id: `${id}_${key}` }]);
  expect((await owner.acts(id)).filter((act) => act === 'plan_published')).toHaveLength(1);
  expect((await pricesOf(`${id}_${key}`)).length).toBeGreaterThan(0);
});

test('the second of two owners sees the change of the first and decides', async () => {
  const id = aPlanId();
  await owner.put(id);
  const other = await aPlanOwner(server);
  expect((await other.put(id, { priceCents: 190_000, revision: 1 })).status).toBe(200);
  const late = await owner.put(id, { name: 'Silver', revision: 1 });
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const { current } = late.body as unknown as { current: PlanBook };
  expect(planIn(current, id)?.draft).toMatchObject({ name: 'Gold', priceCents: 190_000 });
  expect((await owner.publish(id, { revision: 1 })).status).toBe(409);
  expect((await owner.put(id, { name: 'Silver', revision: 2 })).status).toBe(200);
});

test.each([
  ['a price of nothing', { priceCents: 0 }, 'priceCents'],
  ['a price beyond the card provider’s', { priceCents: 9_999_999_900 }, 'priceCents'],
  ['no hours', { minutes: 0 }, 'minutes'],
  ['no name', { name: ' ' }, 'name'],
  ['no concierge', { concierge: '' }, 'concierge'],
])('a plan with %s is refused at its field', async (_, given, field) => {
  const { status, body } = await owner.put(aPlanId(), given);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
});

test.each(['none', 'Gold', 'a_b', 'x'.repeat(41)])('no plan gets the id %s', async (id) => {
  expect((await owner.put(id)).status).toBe(404);
});
