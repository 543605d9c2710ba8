import type { Conversation } from '../../../contract/schemas/chat.ts';
import { fullName, listedCustomer } from '../../../core/person-name.ts';
import type { InboxRow } from './inbox.repository.ts';

export function presentConversation(row: InboxRow): Conversation {
  return {
    id: row.id,
    customer: {
      ...listedCustomer({ ...row, user_id: row.id }),
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
