import type { CannedReply, ChatMessage } from '../../../contract/schemas/chat.ts';
import { fullName } from '../../../core/person-name.ts';
import type { CannedReplyRow } from './canned/canned.repository.ts';
import type { ChatMessageRow } from './chat.repository.ts';

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

export const presentCannedReply = ({ id, title, text }: CannedReplyRow): CannedReply => ({ id, title, text });
