import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';

/** The read part of a conversation: its newest messages without a gap, and the address of the page before them. */
export interface History {
  messages: ChatMessage[];
  /** The page before these messages (`Link` header); `null` if there are no earlier ones. */
  next: string | null;
}

/** Messages of two reads in order, each once. Of two copies, the one with its device's id stays. */
function union(before: readonly ChatMessage[], after: readonly ChatMessage[]): ChatMessage[] {
  const all = new Map<number, ChatMessage>();
  for (const message of [...before, ...after]) {
    const known = all.get(message.seq);
    all.set(message.seq, known ? { ...message, clientId: message.clientId ?? known.clientId } : message);
  }
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** The known part after a read of the newest page. A page that leaves a gap to the known messages replaces them. */
export function withNewest(
  known: History | undefined,
  page: readonly ChatMessage[],
  next: string | null,
): History {
  const first = page[0];
  const last = known?.messages.at(-1);
  if (!known || (last && first && first.seq > last.seq + 1)) return { messages: [...page], next };
  // The known part of an empty conversation has no end of its own, so the new page's end counts.
  return { messages: union(known.messages, page), next: last ? known.next : next };
}

/** The known part after a read of the page before it. */
export const withEarlier = (known: History, page: readonly ChatMessage[], next: string | null): History => ({
  messages: union(page, known.messages),
  next,
});

/**
 * The known part after this message arrived.
 * @returns `null` if earlier messages are missing, and the newest page must be read
 */
export function withMessage(known: History, message: ChatMessage): History | null {
  const last = known.messages.at(-1)?.seq ?? 0;
  if (message.seq > last + 1) return null;
  const first = known.messages[0]?.seq ?? 0;
  // The message belongs to a page that was not read.
  if (message.seq < first) return known;
  return { ...known, messages: union(known.messages, [message]) };
}
