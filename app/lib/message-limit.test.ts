import { expect, test } from 'vitest';
import { chatTextLength } from '../../api/contract/chat.ts';
import { MessageText, messageLimit } from '../../api/contract/forms.ts';
import { limit, roomFor } from './message-limit.ts';

test('the box has the contract’s limit', () => {
  expect(limit).toBe(messageLimit);
  expect(limit).toBe(chatTextLength);
});

test('a message of exactly the limit is sent; one character more is not, and nothing is cut', () => {
  const full = 'a'.repeat(limit);
  expect(roomFor(full)).toEqual({ tooLong: false, text: '4,000 of 4,000 characters' });
  expect(MessageText.safeParse(full).success).toBe(true);
  expect(roomFor(`${full}a`)).toEqual({
    tooLong: true,
    text: '4,001 of 4,000 characters. Please keep a message under 4000 characters: 1 too many.',
  });
  expect(MessageText.safeParse(`${full}a`).success).toBe(false);
});

test('the count appears only near the limit, and outer spaces of the message do not count', () => {
  expect(roomFor('a'.repeat(3800)).text).toBe('');
  expect(roomFor('a'.repeat(3801)).text).toBe('3,801 of 4,000 characters');
  expect(roomFor(`  ${'a'.repeat(limit)}\n\n`).tooLong).toBe(false);
});
