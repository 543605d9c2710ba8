import { expect, test } from 'vitest';
import { aBooking, aSubscription, aUser } from '../../../testing/builders/builders.ts';
import {
  aPlanId,
  aPlanOwner,
  aPlanOwnerServer,
  aPublicationKey,
  type PlanOwner,
} from '../../../testing/builders/plan-owner.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { cards } from '../../../testing/outside/cards.ts';
import { aPost } from '../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { moveDay, nextRenewal } from '../../records/subscription/moves/moves.rules.ts';
import { moveMembers } from '../plan-changes/moves.service.ts';

let server: TestServer;
let owner: PlanOwner;
aPlanOwnerServer(
  (started, of) => {
    server = started;
    owner = of;
  },
  () => startTestServer({ deps: { mail: aPost() } }),
);

test('the effects count the people whom a publication concerns, and name the days of their new price', async () => {
  const id = aPlanId();
  await owner.put(id);
  const key = aPublicationKey();
  await owner.publish(id, { key });
  const member = await aPayingMember(server, id, cards.succeeds, `${id}_${key}`);
  await aBooking(server.deps.db, {
    user_id: member.user.id,
    payment_type: 'subscription',
    status: 'scheduled',
  });
  const begun = await server.as(await aUser(server.deps.db));
  await begun.call('createSubscription', { body: { tier: id, versionId: `${id}_${key}` } });
  const { body } = await owner.call('readPlanEffects', { params: { id } });
  // Paid on 21 November: the renewal of 21 December is too near for a letter.
  expect(body).toEqual({
    members: 1,
    openBookings: 1,
    begun: 1,
    planned: 0,
    moves: {
      members: 1,
      unreached: 0,
      first: expect.stringMatching(/^2027-01-21T/),
      last: expect.stringMatching(/^2027-01-21T/),
    },
    announced: { calledOff: 0, made: 0, sooner: 0 },
  });
  expect((await owner.call('readPlanEffects', { params: { id: aPlanId() } })).status).toBe(404);
});

test('members are moved only if letters can be sent', async () => {
  const id = aPlanId();
  await owner.put(id);
  const { mail } = server.deps;
  server.deps.mail = null;
  const refused = await owner.publish(id, { running: 'move' });
  server.deps.mail = mail;
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await owner.publish(id, { running: 'move' })).status).toBe(200);
});

test('the effects count members whom no letter reaches, and those who are about to move already', async () => {
  const id = aPlanId();
  await owner.put(id);
  const key = aPublicationKey();
  await owner.publish(id, { key });
  const version = `${id}_${key}`;
  const informed = await aPayingMember(server, id, cards.succeeds, version);
  const unreached = await aPayingMember(server, id, cards.succeeds, version);
  await server.deps.db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', unreached.user.id)
    .execute();
  await owner.put(id, { priceCents: 190_000, revision: 3 });
  const moving = await owner.publish(id, { revision: 4, running: 'move' });
  expect(moving.status).toBe(200);
  await moveMembers(server.deps, new AbortController().signal);
  expect((await informed.plan()).moves).toBeDefined();
  const effects = async () => (await owner.call('readPlanEffects', { params: { id } })).body;
  expect(await effects()).toMatchObject({
    members: 2,
    moves: { members: 1, unreached: 1 },
    announced: { calledOff: 1, made: 0, sooner: 0 },
  });
  // The renewal of the told move is too near for another letter now.
  server.clock.set('2026-12-24T03:00:00.000Z');
  owner = await aPlanOwner(server);
  expect(await effects()).toMatchObject({ announced: { calledOff: 1, sooner: 1 } });
});

test('the days of the new prices are those of the rule, also of many members', async () => {
  const id = aPlanId();
  await owner.put(id);
  const key = aPublicationKey();
  await owner.publish(id, { key });
  const { db } = server.deps;
  const periods = Array.from({ length: 40 }, (_, n) => {
    const start = new Date(Date.UTC(2026, 9, 22 + (n % 31), n % 24)).toISOString();
    return { start, end: nextRenewal({ start: null, end: start }) };
  });
  for (const { start, end } of periods)
    await aSubscription(db, {
      tier: id,
      version_id: `${id}_${key}`,
      current_period_start: start,
      current_period_end: end,
    });
  const days = periods.map((period) => moveDay(period, server.clock.now())).sort();
  const { body } = await owner.call('readPlanEffects', { params: { id } });
  expect(body.moves).toMatchObject({
    members: 40,
    first: expect.stringContaining(days[0]?.slice(0, 10) ?? 'none'),
    last: expect.stringContaining(days.at(-1)?.slice(0, 10) ?? 'none'),
  });
  await db.deleteFrom('subscriptions').where('tier', '=', id).execute();
});
