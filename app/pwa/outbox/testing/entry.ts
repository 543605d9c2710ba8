import type { ChatMessage } from '../../../../api/contract/schemas/chat.ts';
import type { Message } from '../../../../api/contract/schemas/messages.ts';
import type { QueuedChat, QueuedMessage } from '../../unsent/outbox.ts';
import type { Entry } from '../../unsent/work.ts';
import type { KeptPhoto } from '../database.ts';

/** A message in the outbox of its writer's device. */
export function aQueuedMessage(
  message = 'The gate is open',
  over: Partial<Omit<Entry, 'work'>> = {},
): QueuedMessage {
  return {
    seq: 1,
    clientId: crypto.randomUUID(),
    userId: 'mia',
    bookingId: 'b1',
    work: { kind: 'message', message, photoIds: [] },
    createdAt: '2026-11-21T00:00:00.000Z',
    state: 'waiting',
    code: null,
    reason: null,
    attempts: 0,
    notBefore: 0,
    ...over,
  };
}

/** A live chat message in the outbox of its writer's device; by default a customer's in their own conversation. */
export const aQueuedChat = (
  content = 'Is anyone there?',
  over: Partial<Omit<Entry, 'work'>> & Partial<Pick<QueuedChat['work'], 'isSupport' | 'lastSeenId'>> = {},
): QueuedChat => {
  const { isSupport = false, lastSeenId, ...entry } = over;
  const seen = lastSeenId !== undefined && { lastSeenId };
  const work = { kind: 'chat', isSupport, content, ...seen } as const;
  return { ...aQueuedMessage('', { bookingId: 'mia', ...entry }), work };
};

/** The server's answer to a live chat message. */
export function storedChat({ clientId, bookingId, work }: QueuedChat, seq = 1) {
  const message: ChatMessage = {
    id: `m-${clientId}`,
    conversationId: bookingId,
    seq,
    content: work.content,
    timestamp: '2026-11-21T00:00:00.000Z',
    isSupport: work.isSupport,
    sender: 'Mia',
    clientId,
  };
  return { kind: 'chat' as const, message };
}

/** A photo in the outbox of a device. */
export const aKeptPhoto = (id: string, over: Partial<KeptPhoto> = {}): KeptPhoto => ({
  id,
  userId: 'mia',
  bytes: new Uint8Array([1, 2, 3]).buffer,
  type: 'image/jpeg',
  width: 4,
  height: 3,
  sent: false,
  at: 0,
  ...over,
});

/** The server's answer to a message. */
export function storedMessage({ clientId, bookingId, work }: QueuedMessage): {
  kind: 'message';
  message: Message;
} {
  return {
    kind: 'message',
    message: {
      id: `m-${clientId}`,
      bookingId,
      message: work.message,
      photos: [],
      clientId,
      senderType: 'customer',
      createdAt: '2026-11-21T00:00:00.000Z',
    },
  };
}
