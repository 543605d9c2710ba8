import { expect, test } from 'vitest';
import type { Message } from '../../../api/contract/schemas/messages.ts';
import { aQueuedMessage } from '../../pwa/outbox/testing/entry.ts';
import { linesOf, newestOf, waitingWords } from './lines.ts';

const stored = (over: Partial<Message>): Message => ({
  id: 'm1',
  bookingId: 'b',
  message: 'Hello',
  photos: [],
  senderType: 'customer',
  createdAt: '2026-11-20T01:00:00.000Z',
  clientId: null,
  ...over,
});
const queued = (over: { seq?: number; clientId?: string }) =>
  aQueuedMessage('Hi', { clientId: 'c1', bookingId: 'b', createdAt: '2026-11-21T01:00:00.000Z', ...over });
const day = (at: string) => at.slice(0, 10);

test('a waiting message blames the network only if nothing else holds it up', () => {
  expect(waitingWords(true, undefined)).toBe('Sending…');
  expect(waitingWords(true, { reason: null })).toBe('Waiting for the network');
  expect(waitingWords(true, { reason: 'More can be sent tomorrow.' })).toBe(
    'Not sent yet: More can be sent tomorrow.',
  );
  expect(waitingWords(false, { reason: 'More can be sent tomorrow.' })).toBe('Waiting for the network');
});

test('each day is named once, and waiting messages come last', () => {
  const lines = linesOf(
    [stored({}), stored({ id: 'm2' })],
    [queued({}), queued({ seq: 2, clientId: 'c2' })],
    day,
  );
  expect(lines.map((l) => l.kind)).toEqual(['day', 'stored', 'stored', 'day', 'queued', 'queued']);
});

test('a stored message that is still queued appears once, as stored', () => {
  const lines = linesOf([stored({ clientId: 'c1' })], [queued({ clientId: 'c1' })], day);
  expect(lines.map((l) => l.kind)).toEqual(['day', 'stored']);
});

test('a message keeps its key when its answer arrives', () => {
  const before = linesOf([], [queued({ clientId: 'c1' })], day).find((l) => l.kind === 'queued');
  const after = linesOf([stored({ clientId: 'c1' })], [], day).find((l) => l.kind === 'stored');
  expect(after?.key).toBe(before?.key);
});

test('the newest messages are shown with the name of their day, and all if only one more would be left out', () => {
  const all = ['1', '2', '3', '4'].map((id) => stored({ id, createdAt: `2026-11-2${id}T01:00:00.000Z` }));
  const shown = (messages: Message[], newest: number, dayOf = day) =>
    newestOf(linesOf(messages, [], dayOf), newest).map(({ key }) => key);
  expect(shown(all, 2)).toEqual(['day-3', '3', 'day-4', '4']);
  expect(shown(all, 2, () => 'Today')).toEqual(['day-1', '3', '4']);
  expect(shown(all, 3)).toHaveLength(8);
  expect(shown(all, Number.POSITIVE_INFINITY)).toHaveLength(8);
});
