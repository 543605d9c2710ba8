import type { Message } from '../../../api/contract/entities.ts';
import { keyOf } from '../../lib/api.ts';
import { addToKnown } from '../../lib/cache/add-to-known.ts';
import { keepChanged } from '../../lib/cache/keep-changed.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import type { Answered, Delivery } from './work.ts';

/** Threads to be read once more: a read was cut off by an answer, or was due before it. */
const unread = new Set<string>();

const bookingKey = (id: string) => keyOf('readBooking', { id });
const threadKey = (bookingId: string) => keyOf('listMessages', { id: bookingId });

/** Puts stored messages into their thread, each once, in the places where the server has them. */
export function withMessages(thread: Message[], messages: readonly Message[]): Message[] {
  const ids = new Set(messages.map(({ id }) => id));
  const others = thread.filter(({ id }) => !ids.has(id));
  return [...others, ...messages].sort((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}

/** Puts answers into what is shown and kept. */
export const showAnswers = (answers: readonly Answered[]): Promise<void> =>
  show(answers.map((answered) => ({ answered })));

/**
 * The same of answers that were kept meanwhile, in their order. What is known of a booking, or the list, may have been
 * read since; that stays, and whatever stands then is read again.
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
    else {
      const { message } = answered;
      threads.set(message.bookingId, [...(threads.get(message.bookingId) ?? []), message]);
    }
  }
  for (const [bookingId, messages] of threads) await showMessages(bookingId, messages);
}

async function showMessages(bookingId: string, messages: Message[]): Promise<void> {
  const queryKey = threadKey(bookingId);
  // A read that began before a message was stored would take it out again.
  if (queryClient.isFetching({ queryKey })) {
    unread.add(bookingId);
    await queryClient.cancelQueries({ queryKey });
  }
  const add = (thread: Message[] | undefined) => thread && withMessages(thread, messages);
  // Not now: the next answer would cut that read off.
  if (addToKnown(queryClient, queryKey, add, 'none')) unread.add(bookingId);
}

/** Reads the threads again whose reads were cut off or are due, once no answer follows. */
export function showMissed(): void {
  for (const bookingId of unread) void queryClient.invalidateQueries({ queryKey: threadKey(bookingId) });
  unread.clear();
}
