declare module '../../db/database.ts' {
  interface Database {
    conversations: ConversationTable;
    chat_messages: ChatMessageTable;
    canned_replies: CannedReplyTable;
  }
}

/** A customer's one conversation with the team. Whoever changes it or writes in it locks its row first. */
export interface ConversationTable {
  /** The customer's; the conversation goes by it. */
  user_id: string;
  status: 'open' | 'closed';
  assignee_id: string | null;
  /** The place of its last message; 0 while there is none. */
  last_seq: number;
  last_at: string | null;
  /** The place of the last message that each side has seen, moved forward only; and what it has not seen of the other's. */
  customer_seen_seq: number;
  customer_unread: number;
  team_seen_seq: number;
  team_unread: number;
  /** Since when the customer waits for an answer. */
  waiting_since: string | null;
  /** What the inbox is ordered by, ascending: `inboxPlace`. */
  inbox_place: string;
  created_at: string;
  updated_at: string;
}

export interface ChatMessageTable {
  id: string;
  conversation_id: string;
  /** 1, 2, … without a gap, in the order of storing. */
  seq: number;
  sender_id: string;
  /** 1 where it was written as the team. */
  is_support: number;
  content: string;
  /** The writer's own id of it, unique per sender. */
  client_id: string | null;
  created_at: string;
}

/** What the team answers often. */
export interface CannedReplyTable {
  id: string;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}
