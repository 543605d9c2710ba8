import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue, wantedDate } from '../../../testing/builders/requests.ts';
import { payWithCard } from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

const proposedDate = '2026-12-02T01:00:00.000Z';
const otherDate = '2026-12-03T03:00:00.000Z';

/** A request of a member who may move it, with a quote of three hours. */
async function aQuotedRequest(terms: object = {}) {
  const user = await aUser(server.deps.db);
  await aPlan(server.deps.db, { user_id: user.id, tier: 'standard' });
  const request = await aRequest(server, { user });
  const { params, client, team, row } = request;
  const quoteId = await request.quoted({ kind: 'hours', amountCents: undefined, hours: 3, ...terms });
  server.clock.advance({ minutes: 5 });
  return {
    ...request,
    quoteId,
    customerMoves: (scheduledDate: string) =>
      client.call('rescheduleBooking', { params, body: { scheduledDate } }),
    teamMoves: async (scheduledDate: string) =>
      team.call('moveBooking', {
        params,
        body: { scheduledDate, expectedDate: (await row()).scheduled_date },
      }),
  };
}

test('a time that the customer chose after the quote waits for the team’s consent', async () => {
  const { accept, quoteId, customerMoves, row, read } = await aQuotedRequest();
  expect((await customerMoves(otherDate)).status).toBe(200);
  const { status, body } = await accept(quoteId);
  expect([status, body.booking]).toMatchObject([
    200,
    {
      status: 'pending',
      scheduledDate: otherDate,
      paymentType: 'subscription',
      quote: { state: 'accepted' },
    },
  ]);
  expect(await row()).toMatchObject({ status: 'pending', estimated_minutes: 180 });
  expect((await read()).statusChanges.map(({ to }) => to)).toEqual(['pending']);
});

test('the same holds for a quote paid by card', async () => {
  const { accept, quoteId, customerMoves, row, confirm } = await aQuotedRequest({
    kind: 'price',
    amountCents: 24_000,
  });
  const clientSecret = (await accept(quoteId)).body.clientSecret ?? '';
  await customerMoves(otherDate);
  await payWithCard(server, clientSecret);
  expect((await confirm(clientSecret)).status).toBe(200);
  expect(await row()).toMatchObject({
    status: 'pending',
    scheduled_date: otherDate,
    payment_type: 'one_time',
  });
});

test('accepting a quote agrees to its proposed time, whatever the customer chose before', async () => {
  const { accept, quoteId, customerMoves, row } = await aQuotedRequest({ scheduledDate: proposedDate });
  await customerMoves(otherDate);
  expect((await accept(quoteId)).status).toBe(200);
  expect(await row()).toMatchObject({ status: 'scheduled', scheduled_date: proposedDate });
});

test.each([{}, { scheduledDate: proposedDate }])(
  'a time that the team chose after the quote (%o) stands',
  async (terms) => {
    const { accept, quoteId, customerMoves, teamMoves, row, read } = await aQuotedRequest(terms);
    await customerMoves('2026-12-05T03:00:00.000Z');
    server.clock.advance({ minutes: 5 });
    expect((await teamMoves(otherDate)).status).toBe(200);
    expect((await accept(quoteId)).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'scheduled', scheduled_date: otherDate });
    expect((await read()).moves).toHaveLength(2);
  },
);

test('a time that the customer chose before the quote is part of the quote', async () => {
  const { quote, accept, customerMoves, row } = await aQuotedRequest();
  await customerMoves(otherDate);
  server.clock.advance({ minutes: 5 });
  const { body } = await quote({ kind: 'hours', amountCents: undefined, hours: 2 });
  expect((await accept(body.quote?.id ?? '')).status).toBe(200);
  expect(await row()).toMatchObject({ status: 'scheduled', scheduled_date: otherDate });
  expect(otherDate).not.toBe(wantedDate);
});
