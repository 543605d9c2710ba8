import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import { payWithCard } from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

/** The team declines a request as it last saw it, without an agreement. */
const declineOf = ({ team, params }: Pick<Awaited<ReturnType<typeof aRequest>>, 'team' | 'params'>) => ({
  decline: (seenStatus: 'pending' | 'scheduled') =>
    team.call('setBookingStatus', {
      params,
      body: { status: 'cancelled', seenStatus, seenPayment: 'custom_quote' },
    }),
});

test('a request accepted and paid meanwhile is not declined: it stays booked and paid', async () => {
  for (const first of ['pending', 'scheduled'] as const) {
    const request = await aRequest(server);
    const { team, params, quoted, accept, confirm, row, payments } = request;
    // A request that the team scheduled before the agreement is scheduled before and after.
    if (first === 'scheduled') await team.call('setBookingStatus', { params, body: { status: 'scheduled' } });
    const quoteId = await quoted();
    const clientSecret = (await accept(quoteId)).body.clientSecret ?? '';
    await payWithCard(server, clientSecret);
    await confirm(clientSecret);
    expect(await row()).toMatchObject({ status: 'scheduled', payment_type: 'one_time' });
    const late = await declineOf(request).decline(first);
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    expect(await row()).toMatchObject({ status: 'scheduled', payment_type: 'one_time' });
    expect(await payments()).toMatchObject([{ status: 'booked', refunded_cents: 0 }]);
  }
});

test('a request whose hours were agreed meanwhile is not declined; an unchanged one is, and a repeat is no conflict', async () => {
  const user = await aUser(server.deps.db);
  await aPlan(server.deps.db, { user_id: user.id, tier: 'standard' });
  const agreed = await aRequest(server, { user });
  await agreed.team.call('setBookingStatus', { params: agreed.params, body: { status: 'scheduled' } });
  await agreed.accept(await agreed.quoted({ kind: 'hours', amountCents: undefined, hours: 3 }));
  expect((await declineOf(agreed).decline('scheduled')).status).toBe(409);
  expect(await agreed.row()).toMatchObject({ status: 'scheduled', payment_type: 'subscription' });

  const open = await aRequest(server);
  await open.quoted();
  expect((await declineOf(open).decline('pending')).body).toMatchObject({ status: 'cancelled' });
  expect((await declineOf(open).decline('pending')).status).toBe(200);
});
