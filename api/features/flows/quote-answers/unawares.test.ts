import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

const message = 'Somebody has answered this request meanwhile. Please look at it again.';

test('one of two simultaneous answers is sent, and the other administrator learns of it and may replace it', async () => {
  const { quote, read, id } = await aRequest(server);
  const answers = await Promise.all([
    quote({ replaces: null }),
    quote({ replaces: null, amountCents: 30_000 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict', message });
  const { quote: open } = await read();
  expect(await quote({ replaces: randomUUID(), amountCents: 30_000 })).toMatchObject({ status: 409 });
  expect((await read()).quote).toEqual(open);

  expect((await quote({ replaces: open?.id, amountCents: 30_000 })).status).toBe(200);
  expect((await read()).quote).toMatchObject({ amountCents: 30_000, state: 'open' });
  const quotes = server.deps.db.selectFrom('quotes').select('status').where('booking_id', '=', id);
  expect((await quotes.execute()).map(({ status }) => status).sort()).toEqual(['open', 'replaced']);
});

test('a repeated attempt is answered, whatever quote it replaced', async () => {
  const { quote } = await aRequest(server);
  const key = randomUUID();
  const first = await quote({ replaces: null }, key);
  const again = await quote({ replaces: null }, key);
  expect([again.status, again.body.quote?.id]).toEqual([200, first.body.quote?.id]);
});

test('an ended quote prevents no answer', async () => {
  const { quote, decline, read } = await aRequest(server);
  await quote({ expiresAt: '2026-11-20T03:00:00.000Z' });
  server.clock.set('2026-11-20T03:00:00.000Z');
  const second = (await quote({ replaces: null })).body.quote?.id ?? '';
  await decline(second);
  expect((await quote({ replaces: null })).status).toBe(200);
  expect((await read()).quote).toMatchObject({ state: 'open' });
});

test('a quote can be withdrawn only by an administrator who has seen it', async () => {
  const { quoted, withdraw, read } = await aRequest(server);
  const first = await quoted();
  const second = await quoted({ amountCents: 30_000 });
  expect(await withdraw(first)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
  expect((await read()).quote).toMatchObject({ id: second, state: 'open' });
  expect((await withdraw(second)).status).toBe(200);
  expect((await withdraw(second)).status).toBe(200);
});

test('an answer names the quote that it replaces', async () => {
  const { team, params } = await aRequest(server);
  const body = { kind: 'price', amountCents: 24_000 };
  expect(await team.call('sendQuote', { params, body })).toMatchObject({
    status: 400,
    body: { fields: { replaces: expect.any(String) } },
  });
  expect((await team.call('withdrawQuote', { params })).status).toBe(400);
});
