import { randomUUID } from 'node:crypto';
import type { Db } from '../../api/db/database.ts';
import { inboxPlace } from '../../api/features/records/chat/inbox-place.ts';
import { dayMs, insert, iso, type World } from './rows.ts';

/** The latest writers of the live chat, who wait for an answer. */
const waiting = 12;

/** Three in five customers wrote once; the latest wait for an answer. */
export async function addConversations(
  { db, now, began }: World,
  customers: string[],
  admin: string,
): Promise<void> {
  const writers = customers.filter((_, n) => n % 5 !== 4);
  const lines = 8;
  const all = writers.map((user_id, n) => {
    const isWaiting = n >= writers.length - waiting;
    const last = isWaiting
      ? now - (writers.length - n) * 600_000
      : began + ((now - began) * n) / writers.length;
    return { user_id, isWaiting, last };
  });
  await insert(
    db,
    'conversations',
    all.map(({ user_id, isWaiting, last }, n) => {
      const state = {
        team_unread: isWaiting ? 1 : 0,
        waiting_since: isWaiting ? iso(last) : null,
        last_at: iso(last),
      };
      return {
        ...state,
        user_id,
        status: isWaiting || n % 3 === 0 ? ('open' as const) : ('closed' as const),
        assignee_id: n % 4 === 0 ? admin : null,
        last_seq: lines,
        customer_seen_seq: lines,
        customer_unread: 0,
        team_seen_seq: isWaiting ? lines - 1 : lines,
        inbox_place: inboxPlace(state),
        created_at: iso(last - dayMs),
        updated_at: iso(last),
      };
    }),
  );
  await insert(
    db,
    'chat_messages',
    all.flatMap(({ user_id, isWaiting, last }) =>
      Array.from({ length: lines }, (_, n) => {
        const is_support = (n + (isWaiting ? 1 : 0)) % 2;
        return {
          id: randomUUID(),
          conversation_id: user_id,
          seq: n + 1,
          sender_id: is_support ? admin : user_id,
          is_support,
          content: 'When could somebody come and look at the hot water?',
          client_id: null,
          created_at: iso(last - (lines - 1 - n) * 60_000),
        };
      }),
    ),
  );
}

export async function addCannedReplies(db: Db): Promise<void> {
  const at = iso(Date.now());
  await insert(
    db,
    'canned_replies',
    Array.from({ length: 12 }, (_, n) => ({
      id: randomUUID(),
      title: `Reply ${n}`,
      text: 'Thank you for writing. Somebody is on the way.',
      created_at: at,
      updated_at: at,
    })),
  );
}
