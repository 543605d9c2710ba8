import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { idleJobs } from '../../../jobs/jobs.ts';
import { publications } from '../../../jobs/publications.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import {
  aPlanId,
  aPlanOwner,
  aPlanOwnerServer,
  aPublicationKey,
  goldTerms,
  type PlanOwner,
  planIn,
} from '../../../testing/builders/plan-owner.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: PlanOwner;
aPlanOwnerServer((started, of) => {
  server = started;
  owner = of;
});

test('a publication that fails at the card provider stays planned, says so, and can be tried again', async () => {
  const id = aPlanId();
  await owner.put(id);
  const away = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockRejectedValue(new PaymentsUnavailable('away'));
  const key = aPublicationKey();
  const { body, status } = await owner.publish(id, { key });
  expect(status).toBe(200);
  expect(planIn(body, id)).toMatchObject({
    present: null,
    schedule: { key, problem: 'The card provider did not answer.' },
  });
  expect(await owner.onSale(id)).toBeUndefined();
  expect((await owner.put(id, { name: 'Other', revision: 2 })).body).toMatchObject({ code: 'conflict' });
  await idleJobs(server.deps).runOnce();
  expect((await owner.read(id))?.schedule?.problem).toBe('The card provider did not answer.');
  away.mockRestore();
  expect(planIn((await owner.publish(id, { key })).body, id)?.present?.versionId).toBe(`${id}_${key}`);
  expect(await owner.onSale(id)).toMatchObject({ versionId: `${id}_${key}` });
});

test('the jobs publish what has failed before, and a plan whose day has come', async () => {
  const [now, later] = [aPlanId(), aPlanId()];
  await owner.put(now, { name: now });
  await owner.put(later, { name: later });
  const away = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockRejectedValueOnce(new PaymentsUnavailable('away'));
  await owner.publish(now);
  await owner.publish(later, { at: '2026-12-01T00:00:00.000Z' });
  away.mockRestore();
  const jobs = idleJobs(server.deps);
  await jobs.runOnce();
  expect(await owner.onSale(now)).toBeDefined();
  expect(await owner.onSale(later)).toBeUndefined();
  server.clock.set('2026-12-01T00:00:01.000Z');
  await jobs.runOnce();
  expect(await owner.onSale(later)).toBeDefined();
  expect((await owner.acts(later)).toSorted()).toEqual(['plan_added', 'plan_published', 'plan_scheduled']);
});

test('a draft of a service that cannot be read keeps no plan from its publication', async () => {
  const id = aPlanId();
  await owner.put(id);
  await owner.publish(id, { at: '2026-12-01T00:00:00.000Z' });
  const { db } = server.deps;
  const { id: author_id } = await aUser(db);
  const at = '2026-11-21T03:00:00.000Z';
  const draft = { subject_id: randomUUID(), content: 'no JSON', publish_on: '2026-11-22', problem: '' };
  await db
    .insertInto('offer_drafts')
    .values({
      ...draft,
      kind: 'service',
      together: null,
      author_id,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  server.clock.set('2026-12-01T00:00:01.000Z');
  await publications(server.deps, new AbortController().signal);
  await db.deleteFrom('offer_drafts').where('subject_id', '=', draft.subject_id).execute();
  expect(await owner.onSale(id)).toBeDefined();
});

test('a planned publication is taken back, and its draft stays', async () => {
  const id = aPlanId();
  await owner.put(id);
  await owner.publish(id, { at: '2026-12-01T00:00:00.000Z' });
  const body = { revision: 2 };
  const back = await owner.call('unschedulePlan', { params: { id }, body });
  expect(planIn(back.body, id)).toMatchObject({ schedule: null, draft: goldTerms });
  server.clock.set('2026-12-02T00:00:00.000Z');
  await idleJobs(server.deps).runOnce();
  expect(await owner.onSale(id)).toBeUndefined();
  expect((await owner.call('unschedulePlan', { params: { id }, body })).status).toBe(200);
});

test('a plan that fails by an error of the server says so, and keeps no other plan from its day', async () => {
  const [broken, later] = [aPlanId(), aPlanId()];
  for (const [id, at] of [
    [broken, '2026-12-01T00:00:00.000Z'],
    [later, '2026-12-02T00:00:00.000Z'],
  ] as const) {
    await owner.put(id, { name: id });
    await owner.publish(id, { at });
  }
  const bug = vi
    .spyOn(server.deps.payments, 'preparePrice')
    .mockImplementationOnce(() => Promise.reject(new TypeError('a bug')));
  server.clock.set('2026-12-03T00:00:00.000Z');
  owner = await aPlanOwner(server);
  const jobs = idleJobs(server.deps);
  await jobs.runOnce();
  expect(bug).toHaveBeenCalled();
  expect(await owner.onSale(later)).toBeDefined();
  expect((await owner.read(broken))?.schedule?.problem).toContain('An error of this server');
  await jobs.runOnce();
  expect(await owner.onSale(broken)).toBeDefined();
});

test('a publication stands under the business: it is made after its planner has left the team, and says whose it was', async () => {
  const id = aPlanId();
  await owner.put(id);
  const { db } = server.deps;
  const employee = await anAdmin(db, { first_name: 'Emil', last_name: 'Gone' });
  await (await aPlanOwner(server, employee)).publish(id, { at: '2026-12-01T00:00:00.000Z' });
  expect((await owner.read(id))?.schedule?.by).toEqual({ name: 'Emil Gone', isTeam: true });
  await db.updateTable('users').set({ role_id: null }).where('id', '=', employee.id).execute();
  expect((await owner.read(id))?.schedule?.by).toEqual({ name: 'Emil Gone', isTeam: false });
  server.clock.set('2026-12-01T00:00:01.000Z');
  await idleJobs(server.deps).runOnce();
  expect(await owner.onSale(id)).toBeDefined();
  const act = await db
    .selectFrom('audit_acts')
    .select('actor_id')
    .where('subject_id', '=', id)
    .where('act', '=', 'plan_published')
    .executeTakeFirstOrThrow();
  expect(act).toEqual({ actor_id: employee.id });
});
