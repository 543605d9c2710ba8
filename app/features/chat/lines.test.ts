import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { aQueuedChat } from '../../pwa/outbox/testing/entry.ts';
import { linesOf, waitingWords } from './lines.ts';

const message = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  conversationId: 'mia',
  seq,
  content: 'Hello',
  timestamp: `2026-11-20T01:0${seq}:00.000Z`,
  isSupport: false,
  sender: 'Mia',
  clientId: null,
  ...over,
});
const unsent = (clientId: string) => aQueuedChat('Hi', { clientId, createdAt: '2026-11-21T01:00:00.000Z' });
const day = (at: string) => at.slice(0, 10);

test('each day is named once, and waiting messages come last', () => {
  const lines = linesOf([message(1), message(2)], [unsent('c1'), unsent('c2')], day);
  expect(lines.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'unsent', 'unsent']);
});

test('a stored message that is still on the device appears once, under its old key', () => {
  const before = linesOf([], [unsent('c1')], day).at(-1);
  const lines = linesOf([message(1, { clientId: 'c1' })], [unsent('c1')], day);
  expect(lines.map(({ kind }) => kind)).toEqual(['day', 'message']);
  expect(lines.at(-1)?.key).toBe(before?.key);
});

test('writer and time appear once for consecutive messages of one writer', () => {
  const lines = linesOf(
    [
      message(1),
      message(2),
      message(3, { sender: 'Priya', isSupport: true }),
      message(4, { sender: 'Sam', isSupport: true }),
      message(5, { sender: 'Sam', isSupport: true, timestamp: '2026-11-20T01:30:00.000Z' }),
    ],
    [],
    day,
  );
  expect(lines.map((line) => line.kind === 'message' && line.ends)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test('an unsent message is being sent while the server answers, and otherwise says why it waits', () => {
  expect(waitingWords(true, undefined)).toBe('Sending…');
  expect(waitingWords(false, undefined)).toBe('Not sent yet');
  expect(waitingWords(true, { reason: null })).toBe('Not sent yet');
  expect(waitingWords(true, { reason: 'Your day is full.' })).toBe('Not sent yet: Your day is full.');
});
