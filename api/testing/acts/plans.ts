import { randomUUID } from 'node:crypto';
import type { PlanDraftForm } from '../../contract/schemas/plans.ts';
import { admin, db, inDays, type Scenarios } from './scene.ts';

/** Takes the plans of other scenarios away, and drafts one. @returns its id, and how to draft it again */
async function aPlanDraft() {
  await db.deleteFrom('plan_drafts').execute();
  await db.deleteFrom('plans').where('version_id', '=', '').execute();
  await db.updateTable('plans').set({ on_sale: 0 }).where('position', '>', 4).execute();
  const id = `gold-${randomUUID().slice(0, 8)}`;
  const form = {
    ...{ name: id, priceCents: 140_000, minutes: 600, concierge: 'Line', features: [], noticeHours: 0 },
    ...{ horizonDays: null, sameDay: true, priority: false, revision: null },
  };
  const put = (given: Partial<PlanDraftForm>) => () =>
    admin.call('putPlanDraft', { params: { id }, body: { ...form, ...given } });
  await put({})();
  return Object.assign(put, { id });
}

const publishPlan =
  (id: string, revision: number, key = 'cccccccccc', at: string | null = null) =>
  () =>
    admin.call('publishPlan', { params: { id }, body: { key, revision, at, running: 'keep' } });

export const plansActs: Scenarios = {
  putPlanDraft: {
    act: 'plan_edited',
    async given() {
      const put = await aPlanDraft();
      return {
        effect: put({ priceCents: 150_000, revision: 1 }),
        nothing: [
          put({ priceCents: 150_000, revision: 2 }),
          put({ priceCents: 160_000 }),
          put({ minutes: 0 }),
        ],
      };
    },
  },
  dropPlanDraft: {
    act: 'plan_dropped',
    async given() {
      const { id } = await aPlanDraft();
      const drop =
        (revision: number, of = id) =>
        () =>
          admin.call('dropPlanDraft', { params: { id: of }, body: { revision } });
      return { effect: drop(1), nothing: [drop(1), drop(1, 'no-such-plan')] };
    },
  },
  markPlan: {
    act: 'plan_marked',
    async given() {
      const { id } = await aPlanDraft();
      await publishPlan(id, 1)();
      const mark = (revision: number, premium: boolean) => () =>
        admin.call('markPlan', {
          params: { id },
          body: { popular: false, premium, isOnSale: false, revision },
        });
      return { effect: mark(3, true), nothing: [mark(4, true), mark(3, false)] };
    },
  },
  orderPlans: {
    act: 'plans_ordered',
    async given() {
      const { id } = await aPlanDraft();
      const before = (await admin.call('readPlanBook')).body.plans.map((one) => one.id);
      const after = [id, ...before.filter((one) => one !== id)];
      const order = (from: string[], to: string[]) => () =>
        admin.call('orderPlans', { body: { before: from, after: to } });
      return {
        effect: order(before, after),
        nothing: [order(before, after), order(before, before), order(after, [id])],
      };
    },
  },
  publishPlan: {
    act: 'plan_published',
    async given() {
      const { id } = await aPlanDraft();
      const key = 'aaaaaaaaaa';
      return {
        effect: publishPlan(id, 1, key),
        nothing: [publishPlan(id, 1, key), publishPlan(id, 1), publishPlan('no-such-plan', 1)],
      };
    },
  },
  unschedulePlan: {
    act: 'plan_unscheduled',
    async given() {
      const { id } = await aPlanDraft();
      await publishPlan(id, 1, 'bbbbbbbbbb', inDays(3).scheduledDate)();
      const back =
        (revision: number, of = id) =>
        () =>
          admin.call('unschedulePlan', { params: { id: of }, body: { revision } });
      return { effect: back(2), nothing: [back(3), back(2, 'no-such-plan')] };
    },
  },
};
