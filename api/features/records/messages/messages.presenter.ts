import type { Message, Photo } from '../../../contract/schemas/messages.ts';
import type { MessageRow } from './messages.repository.ts';

/** The client's own id is shown to its writer alone, who finds the queued message by it. */
export function presentMessage(row: MessageRow, photos: Photo[], readerId: string): Message {
  return {
    id: row.id,
    bookingId: row.booking_id,
    message: row.message,
    photos,
    senderType: row.sender_type,
    createdAt: row.created_at,
    clientId: row.sender_id === readerId ? row.client_id : null,
  };
}
