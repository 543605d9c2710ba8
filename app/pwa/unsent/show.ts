import type { Message } from '../../../api/contract/schemas/messages.ts';
import { keyOf } from '../../lib/api.ts';
import { addToKnown } from '../../lib/cache/add-to-known.ts';
import { keepMessage } from '../../lib/cache/chat-messages.ts';
import { keepChanged } from '../../lib/cache/keep-changed.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import type { Answered, Delivery } from './work.ts';

/** Threads that must be read once more: an answer cancelled their read, or a read was already due. */
const unread = new Set<string>();

const bookingKey = (id: string) => keyOf('readBooking', { id });
const threadKey = (bookingId: string) => keyOf('listMessages', { id: bookingId });

/** Adds stored messages to their thread, each once, in the server's order. */
export function withMessages(thread: Message[], messages: readonly Message[]): Message[] {
  const ids = new Set(messages.map(({ id }) => id));
  const others = thread.filter(({ id }) => !ids.has(id));
  return [...others, ...messages].sort((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}

/** Shows answers on the page, and stores them. */
export const showAnswers = (answers: readonly Answered[]): Promise<void> =>
  show(answers.map((answered) => ({ answered })));

/**
 * The same for answers that were stored meanwhile, in order. A booking, or the list, may have been read since; newer
 * data stays, and older data is read again.
 */
export async function showKept(deliveries: readonly Delivery[]): Promise<void> {
  await show(deliveries.map(({ answered, at = 0 }) => ({ answered, at })));
  const bookings = deliveries.flatMap(({ answered }) =>
    answered.kind === 'booking' ? answered.detail.id : [],
  );
  for (const id of new Set(bookings))
    void queryClient.invalidateQueries({ queryKey: bookingKey(id), exact: true });
  if (bookings.length) void queryClient.invalidateQueries({ queryKey: keyOf('listBookings'), exact: true });
}

async function show(answers: readonly Pick<Delivery, 'answered' | 'at'>[]): Promise<void> {
  const threads = new Map<string, Message[]>();
  for (const { answered, at } of answers) {
    if (answered.kind === 'booking') await keepChanged(queryClient, answered.detail, at);
    else if (answered.kind === 'chat') {
      const { conversationId: id, isSupport } = answered.message;
      keepMessage(queryClient, { id, isSupport }, answered.message);
    } else {
      const { message } = answered;
      threads.set(message.bookingId, [...(threads.get(message.bookingId) ?? []), message]);
    }
  }
  for (const [bookingId, messages] of threads) await showMessages(bookingId, messages);
}

async function showMessages(bookingId: string, messages: Message[]): Promise<void> {
  const queryKey = threadKey(bookingId);
  // A read that began before a message was stored would remove it again.
  if (queryClient.isFetching({ queryKey })) {
    unread.add(bookingId);
    await queryClient.cancelQueries({ queryKey });
  }
  const add = (thread: Message[] | undefined) => thread && withMessages(thread, messages);
  // The thread is read later: the next answer would cancel a read now.
  if (addToKnown(queryClient, queryKey, add, 'none')) unread.add(bookingId);
}

/** Reads again the threads whose reads were cancelled or are due, once no answer follows. */
export function showMissed(): void {
  for (const bookingId of unread) void queryClient.invalidateQueries({ queryKey: threadKey(bookingId) });
  unread.clear();
}
