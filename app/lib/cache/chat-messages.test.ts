import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { type History, withNewest } from './chat-history.ts';
import { historyQuery, keepMessage } from './chat-messages.ts';

const message = (seq: number): ChatMessage => ({
  id: `m${seq}`,
  conversationId: 'mia',
  seq,
  content: `message ${seq}`,
  timestamp: '2026-11-21T00:00:00.000Z',
  isSupport: false,
  sender: 'Mia',
  clientId: null,
});
const some = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));

/** A shown conversation of which message 1 is known; each read of its newest page waits for the test. */
function aConversation() {
  const talk = { id: 'mia', isSupport: false };
  const client = new QueryClient();
  const { queryKey } = historyQuery(talk);
  client.setQueryData<History>(queryKey, { messages: some(1, 1), next: null });
  const reads: ((page: ChatMessage[]) => void)[] = [];
  const queryFn = async () => {
    const page = await new Promise<ChatMessage[]>((resolve) => reads.push(resolve));
    return withNewest(client.getQueryData<History>(queryKey), page, '/before');
  };
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  const stop = observer.subscribe(() => {});
  return {
    reads,
    stop,
    hear: (seq: number) => keepMessage(client, talk, message(seq)),
    seqs: () => client.getQueryData<History>(queryKey)?.messages.map(({ seq }) => seq),
  };
}

test('hundreds of messages after a gap make the newest page be read once', async () => {
  const { reads, stop, hear, seqs } = aConversation();
  for (let seq = 101; seq <= 600; seq++) hear(seq);
  expect(reads).toHaveLength(1);
  reads[0]?.(some(551, 600));
  await vi.waitFor(() => expect(seqs()?.at(-1)).toBe(600));
  hear(601);
  expect(seqs()).toEqual(some(551, 601).map(({ seq }) => seq));
  expect(reads).toHaveLength(1);
  stop();
});

test('a message that came after that page was read is read too', async () => {
  const { reads, stop, hear, seqs } = aConversation();
  for (let seq = 101; seq <= 150; seq++) hear(seq);
  hear(152);
  reads[0]?.(some(101, 150));
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.(some(103, 152));
  await vi.waitFor(() => expect(seqs()?.at(-1)).toBe(152));
  expect(seqs()).toEqual(some(101, 152).map(({ seq }) => seq));
  stop();
});
