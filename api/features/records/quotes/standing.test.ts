import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

/** The state in the team’s list and in its file. */
async function toldOf({ id, user, team }: Awaited<ReturnType<typeof aRequest>>) {
  const { body } = await team.call('listAllBookings', { query: { customer: user.id } });
  const file = await team.raw('GET', `/api/admin/bookings/export.csv?customer=${user.id}`);
  const [head, row] = (await file.text()).split('\r\n');
  const column = head?.split(',').indexOf('"Custom quote"') ?? -1;
  const cell = row?.split(',')[column]?.replaceAll('"', '');
  return [body.find((booking) => booking.id === id)?.payment.request, cell];
}

test('the team’s list and its file show whether a request waits for the team or the customer, and the state of its quote', async () => {
  const request = await aRequest(server);
  expect(await toldOf(request)).toEqual(['unanswered', 'Waiting for the team']);
  await request.quote();
  expect(await toldOf(request)).toEqual(['quoted', 'Waiting for the customer']);
  await request.withdraw();
  expect(await toldOf(request)).toEqual(['withdrawn', 'Quote withdrawn']);
  await request.decline(await request.quoted());
  expect(await toldOf(request)).toEqual(['declined', 'Quote declined']);
  await request.quote();
  server.clock.advance({ days: 8 });
  expect(await toldOf(request)).toEqual(['expired', 'Quote expired']);
  const { team, params } = request;
  await team.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  expect(await toldOf(request)).toEqual([null, '']);
});

test('a request taken on without a quote, or agreed on, shows no state of a quote', async () => {
  const taken = await aRequest(server);
  const { team, params } = taken;
  await team.call('setBookingStatus', { params, body: { status: 'scheduled' } });
  expect(await toldOf(taken)).toEqual([null, '']);
  const user = await aUser(server.deps.db);
  await aPlan(server.deps.db, { user_id: user.id, tier: 'standard' });
  const agreed = await aRequest(server, { user });
  await agreed.accept(await agreed.quoted({ kind: 'hours', amountCents: undefined, hours: 3 }));
  expect((await agreed.read()).paymentType).toBe('subscription');
  expect(await toldOf(agreed)).toEqual([null, '']);
});
