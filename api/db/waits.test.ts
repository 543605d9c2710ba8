import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedCatalogue } from '../seed/catalogue.ts';
import { aChatMessage, anAdmin, aUser } from '../testing/builders/builders.ts';
import { aRequest } from '../testing/builders/requests.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { fillAnswers } from './migrations/2026-11/2026-11-26-waits.ts';
import { isPostgres } from './open.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedCatalogue(server.deps.db);
  server.clock.set('2026-11-20T02:00:00.000Z');
});
afterAll(() => server.close());

const pass = (minutes: number) => server.clock.advance({ minutes });

async function kept() {
  const { db } = server.deps;
  return {
    requests: await db.selectFrom('request_answers').selectAll().orderBy('booking_id').execute(),
    chats: await db
      .selectFrom('chat_answers')
      .selectAll()
      .orderBy('conversation_id')
      .orderBy('seq')
      .execute(),
    answered: await db
      .selectFrom('custom_requests')
      .select(['booking_id', 'answered_at'])
      .orderBy('booking_id')
      .execute(),
  };
}

/** Restores the state from before waits were stored. */
async function forget(): Promise<void> {
  const { db } = server.deps;
  for (const [trigger, table] of isPostgres(db)
    ? [
        ['custom_requests_answer', 'custom_requests'],
        ['chat_messages_answer', 'chat_messages'],
        ['conversations_wait', 'conversations'],
      ]
    : [
        ['custom_requests_ask'],
        ['custom_requests_answer'],
        ['custom_requests_drop'],
        ['chat_messages_ask'],
        ['chat_messages_answer'],
      ])
    await sql`drop trigger ${sql.raw(table ? `${trigger} on ${table}` : (trigger ?? ''))}`.execute(db);
  await db.deleteFrom('request_answers').execute();
  await db.deleteFrom('chat_answers').execute();
  await db.updateTable('custom_requests').set({ answered_at: null }).where('quote_id', 'is', null).execute();
}

test('messages from before waits were stored count as if they had been', async () => {
  const { db } = server.deps;
  for (const answer of ['quote', 'cancelled', 'scheduled', 'call off', 'none'] as const) {
    const { id, team, client, quoted } = await aRequest(server);
    pass(25);
    const params = { id };
    if (answer === 'quote') await quoted();
    else if (answer === 'call off') await client.call('cancelBooking', { params, body: { outcome: 'free' } });
    else if (answer !== 'none') await team.call('setBookingStatus', { params, body: { status: answer } });
  }
  const robin = await anAdmin(db);
  const team = await server.as(robin);
  // A capital letter has the same millisecond as the step before it.
  for (const life of ['ca', 'accaac', 'c', 'cxca', 'cx', 'cxc', 'cax', 'cxo', 'a', 'cAC', 'cACXO']) {
    const user = await aUser(db);
    for (const each of life) {
      const step = each.toLowerCase();
      if (step === each) pass(7);
      const params = { id: user.id };
      if (step === 'c' || step === 'a')
        await aChatMessage(server.deps, { conversationId: user.id, sender: step === 'c' ? user : robin });
      else {
        const { body } = await team.call('listConversationMessages', { params, query: {} });
        const status = step === 'x' ? 'closed' : 'open';
        const changed = { status, lastSeenId: body.at(-1)?.id } as const;
        expect((await team.call('changeConversation', { params, body: changed })).status).toBe(200);
      }
    }
  }
  const before = await kept();
  expect(before.requests.map((row) => row.waited_seconds).sort()).toEqual([1500, 1500, 1500, null]);
  expect(before.chats.map((row) => row.waited_seconds).sort()).toEqual([
    0,
    0,
    420,
    420,
    420,
    840,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  await forget();
  await fillAnswers(db as unknown as Kysely<unknown>);
  expect(await kept()).toEqual(before);
});
