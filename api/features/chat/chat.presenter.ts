import type { CannedReply, ChatMessage, Conversation } from '../../contract/chat.ts';
import { fullName, nameOf } from '../../person-name.ts';
import type { CannedReplyRow } from './canned.repository.ts';
import type { ChatMessageRow } from './chat.repository.ts';
import type { InboxRow } from './inbox.repository.ts';

/** The name shown for a writer without a name. */
export function senderName(person: { first_name: string; last_name: string }, isSupport: boolean): string {
  return fullName(person) || (isSupport ? 'Support Team' : 'Customer');
}

/** The device's own id of a message is shown to its writer alone; `readerId` is the reader. */
export function presentChatMessage(row: ChatMessageRow, readerId: string): ChatMessage {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    content: row.content,
    timestamp: row.created_at,
    isSupport: row.is_support === 1,
    sender: senderName(row, row.is_support === 1),
    clientId: row.sender_id === readerId ? row.client_id : null,
  };
}

export function presentConversation(row: InboxRow): Conversation {
  return {
    id: row.id,
    customer: {
      id: row.id,
      name: nameOf(row),
      email: row.email,
      tier: row.tier ?? 'none',
    },
    // A customer who never wrote has no conversation to close.
    status: row.status ?? 'open',
    assignee: row.assignee_id
      ? {
          id: row.assignee_id,
          name:
            fullName({ first_name: row.assignee_first_name, last_name: row.assignee_last_name }) ||
            'Support Team',
        }
      : null,
    unread: row.team_unread ?? 0,
    waitingSince: row.waiting_since,
    lastMessage:
      row.message_id && row.seq && row.created_at
        ? {
            id: row.message_id,
            seq: row.seq,
            preview: (row.preview ?? '').replace(/\s+/g, ' '),
            timestamp: row.created_at,
            isSupport: row.is_support === 1,
          }
        : null,
  };
}

export const presentCannedReply = ({ id, title, text }: CannedReplyRow): CannedReply => ({ id, title, text });
