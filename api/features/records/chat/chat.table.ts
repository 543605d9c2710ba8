declare module '../../../db/database.ts' {
  interface Database {
    conversations: ConversationTable;
    chat_messages: ChatMessageTable;
    canned_replies: CannedReplyTable;
  }
}

/** A customer's one conversation with the team. Every change of it, and every message, locks its row first. */
export interface ConversationTable {
  /** The customer's id, which is also the conversation's. */
  user_id: string;
  status: 'open' | 'closed';
  assignee_id: string | null;
  /** The place of the last message; 0 if there is none. */
  last_seq: number;
  last_at: string | null;
  /**
   * The place of the last message that each side has seen, which only grows; and the number of unseen messages from
   * the other side.
   */
  customer_seen_seq: number;
  customer_unread: number;
  team_seen_seq: number;
  team_unread: number;
  /** The time since which the customer waits for an answer. */
  waiting_since: string | null;
  /** The `waiting_since` of the last wait that the team has been told of. */
  wait_noted: string | null;
  /** The inbox's order, ascending: `inboxPlace`. */
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
  /** 1 if it was written as the team. */
  is_support: number;
  content: string;
  /** The device's own id of the message, unique per sender. */
  client_id: string | null;
  created_at: string;
}

/** A frequent answer of the team. */
export interface CannedReplyTable {
  id: string;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}
