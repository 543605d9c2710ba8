import { randomUUID } from 'node:crypto';
import type { Db } from '../api/db/database.ts';

export interface ChatLine {
  isSupport: boolean;
  text: string;
  minutesAgo: number;
}

/**
 * Writes a customer's whole conversation of the live chat, which the administrator has taken over. The team has not
 * seen its last two lines, for which the customer waits.
 * @param lines the oldest first
 */
export async function aConversation(
  db: Db,
  { customer, team, lines }: { customer: string; team: string; lines: readonly ChatLine[] },
): Promise<void> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const of = (place: number) => ago(lines.at(place)?.minutesAgo ?? 0);
  await db
    .insertInto('conversations')
    .values({
      user_id: customer,
      status: 'open',
      assignee_id: team,
      last_seq: lines.length,
      last_at: of(-1),
      customer_seen_seq: lines.findLastIndex(({ isSupport }) => isSupport) + 1,
      customer_unread: 0,
      team_seen_seq: lines.length - 2,
      team_unread: 2,
      waiting_since: of(-2),
      inbox_place: `0 ${of(-2)}`,
      created_at: of(0),
      updated_at: of(-1),
    })
    .execute();
  await db
    .insertInto('chat_messages')
    .values(
      lines.map(({ isSupport, text, minutesAgo }, index) => ({
        id: randomUUID(),
        conversation_id: customer,
        seq: index + 1,
        sender_id: isSupport ? team : customer,
        is_support: isSupport ? 1 : 0,
        content: text,
        client_id: null,
        created_at: ago(minutesAgo),
      })),
    )
    .execute();
}

/** Writes a ready answer of the team. */
export async function aCannedReply(db: Db, title: string, text: string): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto('canned_replies')
    .values({ id: randomUUID(), title, text, created_at: now, updated_at: now })
    .execute();
}
