import { expect, test } from 'vitest';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aFileServerBesideRefusing } from '../../../testing/builders/file-server.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import { settled } from '../../../testing/outside/cards.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let refusing: TestServer;
aFileServerBesideRefusing(
  '2026-11-20T02:00:00.000Z',
  (first, second) => {
    server = first;
    refusing = second;
  },
  startWithCatalogue,
);

/** A request of a member of the Basic plan, 5 hours, with a quote of this many hours. */
async function aQuotedMember(hours: number) {
  const member = await aPayingMember(server, 'basic');
  const request = await aRequest(server, { user: member.user });
  const quoteId = await request.quoted({ kind: 'hours', amountCents: undefined, hours });
  const accept = (past?: OverageAgreed) => request.accept(quoteId, past && { past });
  const terms = async () => (await request.read()).quote?.terms;
  const agreed = async (): Promise<OverageAgreed> => {
    const shown = await terms();
    return { missingHours: shown?.missingHours ?? -1, amountCents: shown?.past?.amountCents ?? -1 };
  };
  return { ...member, ...request, quoteId, accept, terms, agreed };
}
/** The Basic plan’s price of 15 hours. */
const fifteen = 195_300;

test('a quote of more hours than are free shows the missing ones and their price, and needs an agreement', async () => {
  const { terms, accept, read, me } = await aQuotedMember(20);
  expect(await terms()).toEqual({
    takesHours: 20,
    freeHours: 5,
    expiringHours: 0,
    missingHours: 15,
    past: { amountCents: fifteen, hourCents: 13_020, tier: 'basic' },
    owed: null,
    nextTier: 'standard',
    cardCents: null,
  });
  const refused = await accept();
  expect([refused.status, refused.body.code]).toEqual([409, 'hours_short']);
  for (const past of [
    { missingHours: 15, amountCents: fifteen - 1 },
    { missingHours: 14, amountCents: fifteen },
    { missingHours: 0, amountCents: 0 },
  ])
    expect((await accept(past)).body.code).toBe('terms_changed');
  expect(await read()).toMatchObject({ status: 'pending', quote: { state: 'open' } });
  expect(await me()).toMatchObject({ heldHours: 0, remainingHours: 5 });
});

test('agreed hours are charged when the work is done, under the request’s title, without overage', async () => {
  const { accept, agreed, read, me, team, params, client, letters } = await aQuotedMember(20);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => accept({ missingHours: 15, amountCents: fifteen })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await agreed()).toEqual({ missingHours: -1, amountCents: -1 });
  expect(await read()).toMatchObject({
    status: 'scheduled',
    paymentType: 'subscription',
    past: { hours: 15, amountCents: fifteen, state: 'agreed' },
  });
  expect(await me()).toMatchObject({ heldHours: 5, remainingHours: 0 });
  await Promise.all(
    Array.from({ length: 5 }, () => team.call('setBookingStatus', { params, body: { status: 'completed' } })),
  );
  await settled(server);
  expect(await read()).toMatchObject({ past: { hours: 15, amountCents: fifteen, state: 'paid' } });
  expect(await me()).toMatchObject({ usedHours: '5', heldHours: 0, remainingHours: 0 });
  expect((await client.call('readHours')).body.overageHours).toBe(0);
  expect((await client.call('listBillingHistory')).body).toContainEqual(
    expect.objectContaining({ amount_paid: fifteen, description: 'Piano tuning: 15 h past your hours' }),
  );
  expect((await letters()).map(({ content }) => JSON.parse(content).what)).toEqual(['work_paid']);
});

test('one of fifty quotes that race for the last hour and a half is accepted, and the others are refused', async () => {
  const { user, quoteId, accept } = await aQuotedMember(3.5);
  expect(quoteId).not.toBe('');
  expect((await accept()).status).toBe(200);
  const requests = [];
  for (let n = 0; n < 49; n += 1) {
    const request = await aRequest(server, { user });
    const id = await request.quoted({ kind: 'hours', amountCents: undefined, hours: 1.5 });
    requests.push(() => request.accept(id));
  }
  const answers = await Promise.all(requests.map((race) => race()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'hours_short')).toHaveLength(48);
  expect((await (await server.as(user)).call('readUser')).body).toMatchObject({
    heldHours: 5,
    remainingHours: 0,
  });
});

test('a business with PAST_HOURS=refuse cannot have such a quote accepted, and shows the larger plan', async () => {
  const { user, params, quoteId } = await aQuotedMember(20);
  const client = await refusing.as(user);
  const { quote } = (await client.call('readBooking', { params })).body;
  expect(quote?.terms).toMatchObject({ missingHours: 15, past: null, nextTier: 'standard' });
  const accept = (past?: OverageAgreed) =>
    client.call('acceptQuote', { params, body: { quoteId, ...(past && { past }) } });
  expect((await accept()).body.code).toBe('hours_short');
  expect((await accept({ missingHours: 15, amountCents: fifteen })).body.code).toBe('terms_changed');
});

test('an administrator sees the terms of a quote, and cannot agree for its customer', async () => {
  const { params, quoteId } = await aQuotedMember(20);
  const team = await server.as(await anAdmin(server.deps.db));
  const { body: seen } = await team.call('readBooking', { params });
  expect(seen.quote?.terms).toMatchObject({ missingHours: 15 });
  const body = { quoteId, past: { missingHours: 15, amountCents: fifteen } };
  expect((await team.call('acceptQuote', { params, body })).status).toBe(403);
});
