import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import type { PlanBook, PlanDraftForm, PlanPublication } from '../../contract/schemas/plans.ts';
import type { UserTable } from '../../features/records/account/account.table.ts';
import type { TestServer } from '../servers/server.ts';
import { anAdmin } from './builders.ts';
import { aFileServer } from './file-server.ts';

/** The terms of a drafted plan, unless others are given. */
export const goldTerms = {
  name: 'Gold',
  priceCents: 180_000,
  minutes: 900,
  concierge: 'Gold Line',
  features: ['All of it'],
  noticeHours: 0,
  horizonDays: null,
  sameDay: true,
  priority: false,
};
/** The id of a new plan. */
export const aPlanId = () => `gold-${randomUUID().slice(0, 8)}`;
/** The key of a new publication. */
export const aPublicationKey = () => randomBytes(5).toString('hex');
export const planIn = (book: PlanBook, id: string) => book.plans.find((one) => one.id === id);

/** Somebody of the team who drafts and publishes plans by the calls of the plans' page; a new administrator unless given. */
export async function aPlanOwner(server: TestServer, user?: UserTable) {
  const client = await server.as(user ?? (await anAdmin(server.deps.db)));
  const read = async (id: string) => planIn((await client.call('readPlanBook')).body, id);
  const put = (id: string, given: Partial<PlanDraftForm> = {}) =>
    client.call('putPlanDraft', { params: { id }, body: { ...goldTerms, revision: null, ...given } });
  return {
    call: client.call,
    read,
    put,
    publish: (id: string, given: Partial<PlanPublication> = {}) =>
      client.call('publishPlan', {
        params: { id },
        body: { key: aPublicationKey(), revision: 1, at: null, running: 'keep', ...given },
      }),
    /** The plan as it is sold. */
    onSale: async (id: string) =>
      (await server.anyone.call('listPlans')).body.plans.find((one) => one.id === id),
    /** Drafts another price of Standard. @returns the revision to publish */
    async changeStandard() {
      const now = await read('standard');
      if (!now?.present) throw new Error('no Standard');
      const { versionId: _, number: __, publishedAt: ___, ...present } = now.present;
      const kept = await put('standard', { ...present, priceCents: 150_000, revision: now.revision });
      return planIn(kept.body, 'standard')?.revision ?? 0;
    },
    /** The acts in the log about this plan, the oldest first. */
    acts: async (id: string) =>
      (
        await server.deps.db
          .selectFrom('audit_acts')
          .select('act')
          .where('subject_id', '=', id)
          .orderBy('created_at')
          .execute()
      ).map(({ act }) => act),
  };
}
export type PlanOwner = Awaited<ReturnType<typeof aPlanOwner>>;

/**
 * Starts a server for the tests of a file, and takes the plans of each test away after it.
 * @param give called before each test with the server and a new owner of plans
 * @param start starts it
 */
export function aPlanOwnerServer(
  give: (server: TestServer, owner: PlanOwner) => void,
  start?: () => Promise<TestServer>,
): void {
  let server: TestServer;
  const keep = (started: TestServer) => {
    server = started;
  };
  aFileServer('2026-11-21T03:00:00.000Z', keep, start);
  beforeEach(async () => give(server, await aPlanOwner(server)));
  afterEach(() => withFirstPlans(server));
}

/** Takes away the plans of one test, and puts the first ones on sale again. */
async function withFirstPlans({ deps: { db } }: TestServer): Promise<void> {
  await db.deleteFrom('plan_drafts').execute();
  await db.deleteFrom('plans').where('version_id', '=', '').execute();
  await db.updateTable('plans').set({ on_sale: 0 }).where('position', '>', 4).execute();
  await db
    .updateTable('plans')
    .set(({ ref }) => ({ version_id: ref('id'), on_sale: 1 }))
    .where('id', 'in', ['basic', 'standard', 'deluxe', 'premium'])
    .execute();
}
