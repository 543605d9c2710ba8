import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '../../../contract/rules/plans.ts';
import type { Report } from '../../../contract/schemas/report.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { authenticate, cards, settled } from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let adminId: string;
beforeAll(async () => {
  ({ server, adminId } = await startOffice('2026-10-30T01:00:00.000Z'));
});
afterAll(() => server.close());

/** The revenue of plans in a month, and the hours granted for it. */
async function plansIn(month: string) {
  // Signs in anew for each call, because sessions end within the months that pass here.
  const { body } = await (await server.as(adminId)).call('readReport', { query: { month } });
  const { revenue, hours }: Report = body;
  return { ...revenue.find(({ source }) => source === 'plans'), granted: hours.granted };
}

test('a renewal counts in the month of its payment, as its hours do, whenever its invoice was made', async () => {
  const { user, client } = await aPayingMember(server, 'standard', cards.asksAlways);
  const invoices = () =>
    server.deps.db
      .selectFrom('invoices')
      .select(['status', 'created_at', 'paid_at'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute();
  const bought = {
    status: 'paid',
    created_at: '2026-10-30T01:00:00.000Z',
    paid_at: '2026-10-30T01:00:00.000Z',
  };
  expect(await invoices()).toEqual([bought]);
  await muchLater(server, { days: 35 });
  expect(await invoices()).toEqual([
    bought,
    { status: 'open', created_at: '2026-11-30T01:00:00.000Z', paid_at: null },
  ]);

  const { body } = await client.call('paySubscription', {});
  await authenticate(server, body.clientSecret ?? '', 'complete');
  await settled(server);
  expect((await invoices()).at(-1)).toEqual({
    status: 'paid',
    created_at: '2026-11-30T01:00:00.000Z',
    paid_at: '2026-12-04T01:00:00.000Z',
  });
  const once = {
    source: 'plans',
    payments: 1,
    paidCents: plans.standard.priceCents,
    refundedCents: 0,
    granted: 12,
  };
  expect(await plansIn('2026-10')).toEqual(once);
  expect(await plansIn('2026-11')).toEqual({ ...once, payments: 0, paidCents: 0, granted: 0 });
  expect(await plansIn('2026-12')).toEqual(once);
});
