import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';
import { aService, aUser } from '../testing/builders/builders.ts';
import { visit } from '../testing/outside/cards.ts';
import { startTestServer } from '../testing/servers/server.ts';
import { reconcile } from './reconcile.ts';

test('the log says whether the card provider was out of reach or refused the key', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await startTestServer({ log });
  const { db, payments } = server.deps;
  const client = await server.as(await aUser(db));
  const { id: serviceId } = await aService(db);
  expect((await client.call('createPaymentIntent', { body: { serviceId, bookingData: visit } })).status).toBe(
    200,
  );
  for (const said of ['The key may not read payments.', 'The connection was lost.']) {
    server.clock.advance({ minutes: 2 });
    vi.spyOn(payments, 'readPaymentIntent').mockRejectedValueOnce(new PaymentsUnavailable(said));
    lines.length = 0;
    await reconcile(server.deps, new AbortController().signal);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      `the card provider did not answer as asked (${said}); the next round asks again`,
    ]);
  }
  await server.close();
});
