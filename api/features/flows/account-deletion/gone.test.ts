import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personOf } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { aBooking, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';
import { storeChatMessage } from '../../records/chat/chat.service.ts';

const today = '2026-11-20T02:00:00.000Z';
const gone = { code: 'conflict', message: 'This account was deleted.' };

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startWithCatalogue();
  db = server.deps.db;
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

async function leave(user: { id: string; email: string }) {
  const client = await server.as(user);
  expect((await client.call('requestAccountDeletion', { body: { email: user.email } })).status).toBe(200);
  server.clock.advance({ days: 14 });
  await accountDeletions(server.deps, new AbortController().signal);
  const [row] = await db
    .selectFrom('account_deletions')
    .select('done_at')
    .where('user_id', '=', user.id)
    .execute();
  expect(row?.done_at).not.toBe(null);
  return server.as(await anAdmin(db));
}

test('a person whose account is being deleted gets no messages, moves, quotes or reopened work, and joins no team', async () => {
  const user = await aUser(db);
  const request = await aRequest(server, { user });
  const under = await aBooking(db, { user_id: user.id, status: 'in_progress' });
  const team = await leave(user);

  const message = { message: 'Dear Noah' };
  const answers = [
    await team.call('sendMessage', { body: { bookingId: under.id, ...message } }),
    await team.call('sendChatMessage', {
      body: { conversationId: user.id, isSupport: true, content: message.message },
    }),
    await team.call('sendQuote', {
      params: request.params,
      body: { kind: 'price', amountCents: 5000, replaces: null, ...message },
      idempotencyKey: randomUUID(),
    }),
    await team.call('setBookingStatus', { params: request.params, body: { status: 'pending' } }),
    await team.call('setBookingStatus', { params: { id: under.id }, body: { status: 'scheduled' } }),
    await team.call('moveBooking', {
      params: { id: under.id },
      body: { scheduledDate: '2026-12-24T02:00:00.000Z', expectedDate: under.scheduled_date },
    }),
    await team.call('changeRole', {
      params: { id: user.id },
      body: { role: 'admin', expectedRole: 'customer' },
    }),
  ];
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => expect.objectContaining(gone)));
  const administrator = await anAdmin(db);
  const chat = { conversationId: user.id, isSupport: true, content: 'Noah?', clientId: null };
  await expect(
    storeChatMessage(server.deps, personOf(administrator.id, 'administrator'), chat),
  ).rejects.toMatchObject(gone);
  await expect(ensureCustomer(server.deps, user.id)).rejects.toMatchObject(gone);

  for (const table of ['messages', 'chat_messages', 'quotes'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('work for a person whose account is being deleted is finished without a question: the estimate stands, and no reason is stored', async () => {
  const user = await aUser(db);
  const under = await aBooking(db, { user_id: user.id, status: 'in_progress', estimated_minutes: 120 });
  const team = await leave(user);
  const done = await team.call('setBookingStatus', {
    params: { id: under.id },
    body: { status: 'completed', actualHours: 5, reason: 'Their gate was stuck' },
  });
  expect(done.body).toMatchObject({ status: 'completed' });
  const [row] = await db
    .selectFrom('bookings')
    .select(['status', 'actual_minutes'])
    .where('id', '=', under.id)
    .execute();
  expect(row).toEqual({ status: 'completed', actual_minutes: 120 });
  expect(await db.selectFrom('extra_hours').selectAll().execute()).toEqual([]);
});
