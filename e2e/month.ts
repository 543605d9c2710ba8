import { randomUUID } from 'node:crypto';
import { aUser } from '../api/testing/builders/builders.ts';
import type { RunningServer } from './server.ts';

/** Rows for a month's report, written directly to the database. */

/** A card payment of a new person; for a quote if one is given. */
export const aPayment = (
  server: RunningServer,
  paid: { at: string; cents: number; refundedCents?: number; quoteId?: string },
): Promise<unknown> =>
  server.rows(async (db) => {
    const { id: service_id } = await db
      .selectFrom('services')
      .select('id')
      .orderBy('position')
      .executeTakeFirstOrThrow();
    return db
      .insertInto('payments')
      .values({
        id: randomUUID(),
        user_id: (await aUser(db)).id,
        service_id,
        quote_id: paid.quoteId ?? null,
        amount_cents: paid.cents,
        currency: 'aud',
        description: 'House cleaning',
        status: 'booked',
        refunded_cents: paid.refundedCents ?? 0,
        refund_tries: 0,
        refund_by_hand: 0,
        details: '{}',
        paid_at: paid.at,
        created_at: paid.at,
        updated_at: paid.at,
      })
      .execute();
  });

/** A new person's message in the live chat, answered after this time. */
export const aChat = (
  server: RunningServer,
  { at, answeredAfter }: { at: string; answeredAfter: number },
): Promise<void> =>
  server.rows(async (db) => {
    const user = await aUser(db);
    const admin = await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', 'administrator')
      .executeTakeFirstOrThrow();
    const answered = new Date(Date.parse(at) + answeredAfter * 60_000).toISOString();
    await db
      .insertInto('conversations')
      .values({
        user_id: user.id,
        status: 'open',
        last_seq: 2,
        last_at: answered,
        customer_seen_seq: 2,
        customer_unread: 0,
        team_seen_seq: 2,
        team_unread: 0,
        inbox_place: `3 ${answered}`,
        created_at: at,
        updated_at: answered,
      })
      .execute();
    for (const is_support of [0, 1])
      await db
        .insertInto('chat_messages')
        .values({
          id: randomUUID(),
          conversation_id: user.id,
          seq: is_support + 1,
          sender_id: is_support ? admin.id : user.id,
          is_support,
          content: 'Hello there',
          created_at: is_support ? answered : at,
        })
        .execute();
  });
