import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '../../../contract/access/access.ts';
import { type CallName, paths } from '../../../contract/paths/paths.ts';
import { bookingsActs } from '../../../testing/acts/bookings.ts';
import { businessActs } from '../../../testing/acts/business.ts';
import { chatActs } from '../../../testing/acts/chat.ts';
import { customersActs } from '../../../testing/acts/customers.ts';
import { offerActs } from '../../../testing/acts/offer.ts';
import { plansActs } from '../../../testing/acts/plans.ts';
import {
  db,
  heard,
  noAct,
  openScene,
  type Scenario,
  type Scenarios,
  server,
} from '../../../testing/acts/scene.ts';
import { teamActs } from '../../../testing/acts/team.ts';
import { workersActs } from '../../../testing/acts/workers.ts';

beforeAll(openScene);
afterAll(() => server.close());

/** Every call by which an administrator acts, and the act that it logs. */
const table: Scenarios = {
  ...customersActs,
  ...bookingsActs,
  ...chatActs,
  ...teamActs,
  ...workersActs,
  ...businessActs,
  ...offerActs,
  ...plansActs,
};

const writes = (Object.keys(paths) as CallName[]).filter(
  (name) => !['anyone', 'person'].includes(access[name]) && paths[name].method !== 'GET',
);

test('every call by which an administrator acts has an act listed here', () => {
  expect(writes.filter((name) => !table[name])).toEqual([]);
});

const acts = () => db.selectFrom('audit_acts').select(['act', 'details']).orderBy('created_at').execute();

describe.for(writes.filter((name) => table[name] && table[name] !== noAct))('%s', (name) => {
  test('logs one act for its effect and tells open apps, and none for a repeat or a refusal', async () => {
    const scenario = table[name] as Scenario;
    const { effect, nothing } = await scenario.given();
    const before = await acts();
    heard.length = 0;
    expect((await effect()).status).toBe(200);
    expect(heard.flatMap(({ admins, keys }) => (admins ? keys : []))).toContain('/api/admin/audit');
    const after = await acts();
    expect(after.length - before.length).toBe(1 + (scenario.parts ?? 0));
    expect(after.filter(({ act }) => act === scenario.act)).not.toHaveLength(
      before.filter(({ act }) => act === scenario.act).length,
    );
    for (const attempt of nothing) await attempt();
    expect(await acts()).toHaveLength(after.length);
  });
});
