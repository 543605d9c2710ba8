import type { ChatMessage } from '../../../api/contract/chat.ts';

/** What was read of a conversation: its newest messages without a gap, and where the ones before them are. */
export interface History {
  messages: ChatMessage[];
  /** The page before these (`Link` header); `null` where they are all there is. */
  next: string | null;
}

/** Messages of two readings in their order, each once. Of one that is in both, the one that knows its device stays. */
function union(before: readonly ChatMessage[], after: readonly ChatMessage[]): ChatMessage[] {
  const all = new Map<number, ChatMessage>();
  for (const message of [...before, ...after]) {
    const known = all.get(message.seq);
    all.set(message.seq, known ? { ...message, clientId: message.clientId ?? known.clientId } : message);
  }
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** What is known once the newest page has been read. Where that does not reach back to what was known, it begins anew. */
export function withNewest(
  known: History | undefined,
  page: readonly ChatMessage[],
  next: string | null,
): History {
  const first = page[0];
  const last = known?.messages.at(-1);
  if (!known || (last && first && first.seq > last.seq + 1)) return { messages: [...page], next };
  // What there is was an empty conversation's: its end is the new page's.
  return { messages: union(known.messages, page), next: last ? known.next : next };
}

/** What is known once the page before it has been read. */
export const withEarlier = (known: History, page: readonly ChatMessage[], next: string | null): History => ({
  messages: union(page, known.messages),
  next,
});

/**
 * What is known once this message came.
 * @returns `null` where some before it are missing: the newest page is to be read
 */
export function withMessage(known: History, message: ChatMessage): History | null {
  const last = known.messages.at(-1)?.seq ?? 0;
  if (message.seq > last + 1) return null;
  const first = known.messages[0]?.seq ?? 0;
  // It belongs to a page that was not read.
  if (message.seq < first) return known;
  return { ...known, messages: union(known.messages, [message]) };
}
