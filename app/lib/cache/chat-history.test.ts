import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { withEarlier, withMessage, withNewest } from './chat-history.ts';

const message = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  conversationId: 'mia',
  seq,
  content: `message ${seq}`,
  timestamp: '2026-11-21T00:00:00.000Z',
  isSupport: false,
  sender: 'Mia',
  clientId: null,
  ...over,
});
const some = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const seqs = (history: { messages: ChatMessage[] } | null) => history?.messages.map(({ seq }) => seq);

test('the newest page joins the known messages if they meet, and the link to earlier ones stays', () => {
  const known = { messages: some(11, 20), next: '/before-11' };
  expect(withNewest(known, some(15, 24), '/before-15')).toMatchObject({ next: '/before-11' });
  expect(seqs(withNewest(known, some(15, 24), '/before-15'))).toEqual(seqs({ messages: some(11, 24) }));
  expect(seqs(withNewest(known, some(21, 24), '/before-21'))).toEqual(seqs({ messages: some(11, 24) }));
});

test('a missed part longer than a page replaces the history, so that no gap is shown', () => {
  const known = { messages: some(1, 20), next: null };
  expect(withNewest(known, some(30, 40), '/before-30')).toEqual({
    messages: some(30, 40),
    next: '/before-30',
  });
});

test('an empty conversation takes the messages that were read', () => {
  expect(withNewest({ messages: [], next: null }, some(3, 4), '/before-3')).toEqual({
    messages: some(3, 4),
    next: '/before-3',
  });
  expect(withNewest(undefined, [], null)).toEqual({ messages: [], next: null });
});

test('messages that arrived during a read stay', () => {
  expect(seqs(withNewest({ messages: some(1, 6), next: null }, some(1, 4), null))).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});

test('earlier messages come before, each once', () => {
  const joined = withEarlier({ messages: some(11, 20), next: '/before-11' }, some(5, 12), '/before-5');
  expect(seqs(joined)).toEqual(seqs({ messages: some(5, 20) }));
  expect(joined.next).toBe('/before-5');
});

test('a message that arrived twice or out of order appears once, in its place', () => {
  let known = { messages: some(1, 2), next: null as string | null };
  for (const seq of [3, 3, 2, 4]) known = withMessage(known, message(seq)) ?? known;
  expect(seqs(known)).toEqual([1, 2, 3, 4]);
});

test('a message after a gap is not shown before the missing ones are read', () => {
  expect(withMessage({ messages: some(1, 2), next: null }, message(4))).toBeNull();
  expect(withMessage({ messages: [], next: null }, message(2))).toBeNull();
});

test('a message from before the first page waits for its page', () => {
  expect(seqs(withMessage({ messages: some(5, 6), next: '/before-5' }, message(4)))).toEqual([5, 6]);
});

test('a message keeps its device’s id when it arrives again without one', () => {
  const known = { messages: [message(1, { clientId: 'mine-1234' })], next: null };
  expect(withMessage(known, message(1))?.messages[0]?.clientId).toBe('mine-1234');
});
