import { expect, test } from 'vitest';
import { messageLimit as limit } from '../../api/contract/rules/message-terms.ts';
import { ClientEvent } from '../../api/contract/schemas/events.ts';
import { MessageText } from '../../api/contract/schemas/forms.ts';
import { roomFor } from './message-limit.ts';

const isSentInChat = (content: string): boolean =>
  ClientEvent.safeParse({ type: 'message', data: { userId: crypto.randomUUID(), isSupport: false, content } })
    .success;

test('a message of exactly the limit is sent; one character more is not, and nothing is cut', () => {
  const full = 'a'.repeat(limit);
  expect(roomFor(full)).toEqual({ tooLong: false, isEmpty: false, text: '4,000 of 4,000 characters' });
  expect(MessageText.safeParse(full).success).toBe(true);
  expect(isSentInChat(full)).toBe(true);
  expect(roomFor(`${full}a`)).toEqual({
    tooLong: true,
    isEmpty: false,
    text: '4,001 of 4,000 characters. Please keep a message under 4000 characters: 1 too many.',
  });
  expect(MessageText.safeParse(`${full}a`).success).toBe(false);
  expect(isSentInChat(`${full}a`)).toBe(false);
});

test('the count appears only near the limit, and outer spaces of the message do not count', () => {
  expect(roomFor('a'.repeat(3800)).text).toBe('');
  expect(roomFor('a'.repeat(3801)).text).toBe('3,801 of 4,000 characters');
  expect(roomFor(`  ${'a'.repeat(limit)}\n\n`).tooLong).toBe(false);
});

test('a message of which nothing can be seen is empty, in the box and at the server', () => {
  for (const unseen of ['', ' \n', '\u200b', '\u2800\u3164']) {
    expect(roomFor(unseen).isEmpty).toBe(true);
    expect(MessageText.safeParse(unseen).success).toBe(false);
    expect(isSentInChat(unseen)).toBe(false);
  }
  expect(roomFor('👍').isEmpty).toBe(false);
});
