import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { aBooking, aUser } from '../testing/builders/builders.ts';
import { startTestServer } from '../testing/servers/server.ts';

test('a duplicate row without a key of the client’s is no reused key, and the log names its constraint', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await startTestServer({ log });
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const { id: bookingId } = await aBooking(db, { user_id: user.id });
  const send = () =>
    client.call('sendMessage', {
      body: { bookingId, message: 'Hello' },
      idempotencyKey: randomUUID(),
    });
  // A place that is given twice is a fault of ours, not a repeated key.
  await db.schema.createIndex('broken_places').unique().on('messages').column('booking_id').execute();
  expect((await send()).status).toBe(200);
  const fault = await send();
  expect([fault.status, fault.body.code]).toEqual([409, 'conflict']);
  const [line] = lines.splice(0).map((text) => JSON.parse(text));
  expect(line).toMatchObject({ msg: 'another row has this key', requestId: fault.body.requestId });
  expect(line.err.stack).toMatch(/broken_places|messages\.booking_id/);
  await server.close();
});
